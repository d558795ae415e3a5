import { describe, expect, it } from "vitest"
import { chooseProxy } from "./choose-proxy.ts"

const http = "http://proxy.example:8080"
const https = "http://secure-proxy.example:8443"
const choose = (url: string, exceptions: readonly string[] = []) =>
  chooseProxy(new URL(url), { http, https, exceptions })

describe("the proxy of a URL", () => {
  it("depends on its protocol", () => {
    expect(choose("http://docs.example/a")).toBe(http)
    expect(choose("https://docs.example/a")).toBe(https)
    expect(chooseProxy(new URL("https://docs.example/a"), { http })).toBeUndefined()
  })

  it.each([
    "http://localhost:3000",
    "https://a.localhost",
    "http://127.0.0.1",
    "http://127.8.9.1:80",
    "http://[::1]:9",
  ])("is undefined for this machine: %s", (url) => {
    expect(choose(url)).toBeUndefined()
  })

  it.each([
    ["*", true],
    ["docs.example", true],
    ["DOCS.example.", true],
    ["example", true],
    [".example", true],
    ["*.example", true],
    ["docs.example:8080", true],
    ["docs.example:443", false],
    ["ocs.example", false],
    ["other.docs.example", false],
    ["10.0.0.0/8", false],
    [".", false],
    ["", false],
  ])("with the exception %j for docs.example:8080: direct is %s", (exception, isDirect) => {
    expect(choose("https://docs.example:8080/", [exception]) === undefined).toBe(isDirect)
  })

  it.each([
    ["https://10.1.2.3", "10.0.0.0/8", true],
    ["https://10.1.2.3", "10.1.2.3", true],
    ["https://10.1.2.3", "10.1.2.3:443", true],
    ["https://10.1.2.3", "10.1.2.3:80", false],
    ["https://11.1.2.3", "10.0.0.0/8", false],
    ["https://11.1.2.3", "10.0.0.0/99", false],
    ["https://[2001:db8::5]", "2001:db8::/32", true],
    ["https://[2001:db8::5]", "2001:DB8:0::5", true],
    ["https://[2001:db8::5]:444", "[2001:db8::5]:444", true],
    ["https://[2001:db8::5]", "[2001:db8::5]:444", false],
  ])("%s with the exception %s: direct is %s", (url, exception, isDirect) => {
    expect(choose(url, ["nothing.example", exception]) === undefined).toBe(isDirect)
  })
})
