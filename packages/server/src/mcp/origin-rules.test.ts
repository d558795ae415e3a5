import { describe, expect, it } from "vitest"
import { type NameSettings, originProblem } from "./origin-rules.ts"

const bound = (host: string, given: Partial<NameSettings> = {}): NameSettings => ({
  LECTERN_HOST: host,
  LECTERN_ALLOWED_HOSTS: [],
  ...given,
})

describe("originProblem", () => {
  it.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "127.0.0.1"])("lets the loopback name %s in", (host) => {
    expect(originProblem(bound("127.0.0.1"), { host })).toBeUndefined()
    expect(originProblem(bound("127.0.0.1"), { host, origin: "http://localhost:6274" })).toBeUndefined()
  })

  it("refuses a foreign name that was bound to this machine's address", () => {
    expect(originProblem(bound("127.0.0.1"), { host: "evil.example:3000" })).toContain(
      '"evil.example:3000" is not a name of this server',
    )
    expect(originProblem(bound("::1"), { host: "127.0.0.1.evil.example" })).toContain("http://[::1]")
    expect(originProblem(bound("localhost"), {})).toContain("is not a name of this server")
  })

  it("refuses pages of foreign sites and pages without an origin of their own", () => {
    expect(originProblem(bound("127.0.0.1"), { host: "localhost:3000", origin: "https://evil.example" })).toContain(
      "may not call this server",
    )
    expect(originProblem(bound("127.0.0.1"), { host: "localhost:3000", origin: "null" })).toContain(
      "may not call this server",
    )
    expect(originProblem(bound("0.0.0.0"), { host: "docs.corp", origin: "https://evil.example" })).toContain(
      "may not call this server",
    )
  })

  it("answers to every name when bound to more than loopback, and to pages of that name", () => {
    expect(originProblem(bound("0.0.0.0"), { host: "docs.corp:8080", origin: "https://docs.corp" })).toBeUndefined()
    expect(originProblem(bound("0.0.0.0"), { host: "docs.corp" })).toBeUndefined()
    expect(originProblem(bound("docs.corp"), { host: "proxy:1", origin: "http://docs.corp:8080" })).toBeUndefined()
  })

  it("answers to its public name behind a proxy that forwards it to loopback", () => {
    const behindProxy = bound("127.0.0.1", { LECTERN_PUBLIC_URL: "https://docs.corp.example/lectern" })

    expect(
      originProblem(behindProxy, { host: "docs.corp.example", origin: "https://docs.corp.example" }),
    ).toBeUndefined()
    expect(originProblem(behindProxy, { host: "localhost:3000", origin: "https://docs.corp.example" })).toBeUndefined()
    expect(originProblem(behindProxy, { host: "other.example" })).toContain("LECTERN_ALLOWED_HOSTS")
  })

  it("answers to the allowed names and, then, to no others even on an open address", () => {
    const open = bound("0.0.0.0", { LECTERN_ALLOWED_HOSTS: ["docs.corp", "[fd00::1]", "10.0.0.5"] })

    for (const host of ["docs.corp:8080", "DOCS.CORP", "[fd00::1]:3000", "10.0.0.5", "localhost"]) {
      expect(originProblem(open, { host })).toBeUndefined()
    }
    expect(originProblem(open, { host: "localhost", origin: "https://docs.corp" })).toBeUndefined()
    expect(originProblem(open, { host: "evil.example" })).toContain("is not a name of this server")
    expect(originProblem(bound("127.0.0.1", { LECTERN_ALLOWED_HOSTS: ["*"] }), { host: "any.example" })).toBeUndefined()
  })
})
