import { describe, expect, it } from "vitest"
import { originProblem } from "./origin-rules.ts"

describe("originProblem", () => {
  it.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "127.0.0.1"])("lets the loopback name %s in", (host) => {
    expect(originProblem("127.0.0.1", { host })).toBeUndefined()
    expect(originProblem("127.0.0.1", { host, origin: "http://localhost:6274" })).toBeUndefined()
  })

  it("refuses a foreign name that was bound to this machine's address", () => {
    expect(originProblem("127.0.0.1", { host: "evil.example:3000" })).toContain(
      '"evil.example:3000" is not a name of this server',
    )
    expect(originProblem("::1", { host: "127.0.0.1.evil.example" })).toContain("http://[::1]")
    expect(originProblem("localhost", {})).toContain("is not a name of this server")
  })

  it("refuses pages of foreign sites and pages without an origin of their own", () => {
    expect(originProblem("127.0.0.1", { host: "localhost:3000", origin: "https://evil.example" })).toContain(
      "may not call this server",
    )
    expect(originProblem("127.0.0.1", { host: "localhost:3000", origin: "null" })).toContain("may not call this server")
    expect(originProblem("0.0.0.0", { host: "docs.corp", origin: "https://evil.example" })).toContain(
      "may not call this server",
    )
  })

  it("answers to every name when bound to more than loopback, and to pages of that name", () => {
    expect(originProblem("0.0.0.0", { host: "docs.corp:8080", origin: "https://docs.corp" })).toBeUndefined()
    expect(originProblem("0.0.0.0", { host: "docs.corp" })).toBeUndefined()
    expect(originProblem("docs.corp", { host: "proxy:1", origin: "http://docs.corp:8080" })).toBeUndefined()
  })
})
