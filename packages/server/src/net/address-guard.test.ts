import { getEventListeners } from "node:events"
import { describe, expect, it } from "vitest"
import { makeAddressGuard } from "./address-guard.ts"
import { AddressRefused, HostUnreachable } from "./errors.ts"

const aGuard = (...addresses: string[]) =>
  makeAddressGuard({ resolver: async () => addresses.map((address) => ({ address })) })

describe("address guard", () => {
  it.each([
    "http://127.0.0.1/",
    "http://0x7f.1/",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::1]/",
    "http://localhost:3000/",
    "http://localhost./",
    "http://git.localhost/",
    "http://LOCALHOST/",
    "http://%6c%6f%63%61%6c%68%6f%73%74/",
    "http://①②⑦.⓪.⓪.①/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "ssh://git@example.com/o/r",
    "https://user:word@example.com/",
    "https://user@example.com/",
    "https://:word@example.com/",
    "http://localhost.localdomain/",
    "not a url",
    "https://",
    "http://[fe80::1%25eth0]/",
    "http://./",
    "http://../docs/",
    "http://a..b/",
    "http://www../",
    "http://-h/",
    "http://a.-oProxyCommand=id/",
    `http://${"a".repeat(64)}.example/`,
    `http://${"a.".repeat(130)}example/`,
  ])("refuses %s without asking a name server", (url) => {
    expect(() => aGuard("8.8.8.8").assertUrlAllowed(url)).toThrow(AddressRefused)
  })

  it("allows names with underscores, trailing dots and the longest parts", () => {
    const longest = `${"a.".repeat(123)}example`
    const hosts = [
      "a_b.example",
      "docs.example.",
      `${"a".repeat(63)}.example`,
      "xn--bcher-kva.example",
      "a--b.example",
      longest,
      "[2606:50c0:8000::153]",
    ]

    expect(longest).toHaveLength(253)
    expect(hosts.map((host) => aGuard().assertUrlAllowed(`https://${host}/`).hostname)).toEqual(hosts)
  })

  it("allows a name, a public address, and a private one inside an allowed network", () => {
    const guard = makeAddressGuard({ privateNetworks: ["127.0.0.0/8"] })

    const urls = ["https://example.com/a?b", "http://8.8.8.8:8080/", "http://localhost:1/"].map(
      (url) => guard.assertUrlAllowed(url).href,
    )

    expect(urls).toEqual(["https://example.com/a?b", "http://8.8.8.8:8080/", "http://localhost:1/"])
  })

  it.each([
    ["not a url", "invalid URL: write it as https://host/path"],
    ["ftp://example.com/", "the scheme ftp is not supported: use https or http"],
    ["http://-h/", "invalid host name in the URL: write it as https://host/path"],
    ["https://me@example.com/", "the URL of example.com contains a user or password: pass the token separately"],
    ["http://10.0.0.1/", "cannot fetch from 10.0.0.1: the address is not allowed. Only public addresses are allowed"],
  ])("says why %s is refused", (url, message) => {
    expect(() => aGuard().assertUrlAllowed(url)).toThrow(message)
  })

  it("decides about an address without a name server", async () => {
    const guard = makeAddressGuard({ resolver: () => Promise.reject(new Error("asked")) })

    expect(["8.8.8.8", "10.0.0.1"].map((address) => guard.isAllowed(address))).toEqual([true, false])
    expect(await guard.resolveHost("[2606:50c0:8000::153]")).toEqual(["2606:50c0:8000::153"])
    await expect(guard.resolveHost("fe80::1%eth0")).rejects.toThrow(AddressRefused)
  })

  it("keeps a secret in a URL out of the message", () => {
    expect(() => aGuard().assertUrlAllowed("https://me:s3cret@example.com/")).toThrow(/^(?!.*s3cret)/)
  })

  it("resolves a name when every address is allowed", async () => {
    expect(await aGuard("8.8.8.8", "2606:50c0:8000::153").resolveHost("docs.example")).toEqual([
      "8.8.8.8",
      "2606:50c0:8000::153",
    ])
  })

  it("refuses a name when one of its addresses is private", async () => {
    await expect(aGuard("8.8.8.8", "10.0.0.1").resolveHost("docs.example")).rejects.toThrow(AddressRefused)
  })

  it("says that a name without an address has none", async () => {
    await expect(aGuard().resolveHost("docs.example")).rejects.toThrow(HostUnreachable)
    await expect(aGuard().resolveHost("docs.example")).rejects.toThrow("cannot find the host docs.example")
    const cause = new Error("ENOTFOUND")
    const failing = makeAddressGuard({ resolver: () => Promise.reject(cause) })
    const message = "cannot find the host docs.example: check the spelling"
    await expect(failing.resolveHost("docs.example")).rejects.toMatchObject({ message, cause })
  })

  it("says that no name server responded instead of blaming the spelling", async () => {
    const cause = Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" })
    const offline = makeAddressGuard({ resolver: () => Promise.reject(cause) })

    const message = expect.stringContaining("no name server responded") as string
    await expect(offline.resolveHost("docs.example")).rejects.toMatchObject({ message, retryable: true })
  })

  it("does not wait for a name server once the caller gave up", async () => {
    const guard = makeAddressGuard({ resolver: () => new Promise(() => {}) })
    const cancel = new AbortController()

    const resolving = guard.resolveHost("docs.example", cancel.signal)
    cancel.abort(new Error("enough"))

    await expect(resolving).rejects.toThrow("enough")
  })

  it("leaves no listener on the caller's signal", async () => {
    const { signal } = new AbortController()

    await aGuard("8.8.8.8").resolveHost("docs.example", signal)

    expect(getEventListeners(signal, "abort")).toEqual([])
  })
})
