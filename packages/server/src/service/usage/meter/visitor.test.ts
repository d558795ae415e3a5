import { describe, expect, it } from "vitest"
import { anonymousCaller } from "../../../access/identity/caller.ts"
import { clientName, describeVisitor } from "./visitor.ts"

const NOWHERE = { header: undefined, lookUp: undefined }
const from = (headers: Record<string, string>) => ({ headers, ip: "192.0.2.7" })

describe("surfaces", () => {
  it.each([
    ["txt", {}],
    ["txt", { "x-lectern-source": "something" }],
    ["mcp", { "x-lectern-source": "mcp-server" }],
    ["cli", { "x-lectern-source": "cli" }],
    ["cli", { "x-context7-source": "cli" }],
    ["mcp", { "x-context7-source": "mcp-server" }],
    ["page", { "sec-fetch-site": "same-origin" }],
    ["txt", { "sec-fetch-site": "cross-site" }],
  ] as const)("are %s for %j", (surface, headers) => {
    expect(describeVisitor(from(headers), anonymousCaller, NOWHERE).surface).toBe(surface)
  })

  it("are mcp at the MCP server whatever the headers say", () => {
    const visitor = describeVisitor(from({ "x-lectern-source": "cli" }), anonymousCaller, NOWHERE, {
      clientName: "Claude Code",
    })

    expect(visitor).toMatchObject({ surface: "mcp", client: "claude-code" })
  })
})

it.each([
  ["Cursor/1.2 (darwin)", "cursor"],
  ["__proto__", "proto__"],
  ["\u0000<b>", "b"],
  ["", "unknown"],
  ["x".repeat(200), "x".repeat(40)],
])("names the client %j", (given, name) => {
  expect(clientName(given)).toBe(name)
})

describe("countries", () => {
  const lookUp = (address: string) => (address === "192.0.2.7" ? "CH" : undefined)

  it("come from the proxy's header, else from the database, else are ZZ", () => {
    const header = "cf-ipcountry"
    const country = (headers: Record<string, string>, sources: Parameters<typeof describeVisitor>[2]) =>
      describeVisitor(from(headers), anonymousCaller, sources).country

    expect(country({ "cf-ipcountry": "de" }, { header, lookUp })).toBe("DE")
    expect(country({ "cf-ipcountry": "nonsense" }, { header, lookUp })).toBe("CH")
    expect(country({ "cf-ipcountry": "DE" }, NOWHERE)).toBe("ZZ")
  })
})
