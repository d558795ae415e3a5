import { describe, expect, it } from "vitest"
import { proxyFetch, proxyFor } from "./proxy-fetch.ts"

const PROXY = "http://proxy.example:3128"
const chosen = (environment: Record<string, string>, url: string) => proxyFor(environment, new URL(url))

describe("proxyFor", () => {
  it("uses the proxy of the server's scheme", () => {
    expect(chosen({ HTTP_PROXY: PROXY }, "http://docs.corp.example")).toBe(PROXY)
    expect(chosen({ HTTP_PROXY: PROXY }, "https://docs.corp.example")).toBeUndefined()
    expect(chosen({ https_proxy: PROXY }, "https://docs.corp.example")).toBe(PROXY)
  })

  it.each(["http://127.0.0.1:3000", "http://localhost:3000", "http://[::1]:3000", "http://lectern.localhost"])(
    "uses no proxy for %s, which is on this machine",
    (url) => {
      expect(chosen({ HTTP_PROXY: PROXY }, url)).toBeUndefined()
      expect(proxyFetch({ HTTP_PROXY: PROXY }, url)).toBeUndefined()
    },
  )

  it.each([
    ["corp.example", true],
    [".corp.example", true],
    ["*.corp.example", true],
    ["docs.corp.example:3000", true],
    ["docs.corp.example:80", false],
    ["other.example, corp.example", true],
    ["*", true],
    ["example.org", false],
    ["rp.example", false],
  ])("reads NO_PROXY=%s", (exceptions, isDirect) => {
    const proxy = chosen({ HTTP_PROXY: PROXY, NO_PROXY: exceptions }, "http://docs.corp.example:3000")

    expect(proxy === undefined).toBe(isDirect)
  })
})
