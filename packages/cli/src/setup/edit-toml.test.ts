import { parse } from "smol-toml"
import { describe, expect, it } from "vitest"
import { editToml } from "./edit-toml.ts"
import { UnreadableConfiguration } from "./unreadable-configuration.ts"

const PATH = ["mcp_servers", "lectern"] as const
const ENTRY = { url: "http://127.0.0.1:3000/mcp" }
const set = (text: string) => editToml(text, PATH, () => ENTRY)

const REAL = `# Codex
model = "gpt-5-codex"
approval_policy = "on-request" # ask me

[mcp_servers.other]
command = "npx"
args = ["-y", "other"] # [mcp_servers.lectern] is no header here

[profiles.deep]
model_reasoning_effort = "high"
`

describe("editToml", () => {
  it("adds a table and keeps every line", () => {
    const after = set(REAL)

    expect(after.startsWith(REAL.trimEnd())).toBe(true)
    expect(after).toMatch(/\n\n\[mcp_servers\.lectern\]\nurl = "http:\/\/127\.0\.0\.1:3000\/mcp"\n$/)
    expect(set(after)).toBe(after)
  })

  it("replaces a table and its subtables in place", () => {
    const text = `[mcp_servers.lectern]\nurl = "http://old/mcp"\n\n[mcp_servers.lectern.http_headers]\nX-API-Key = "k"\n\n[tools]\nweb = true\n`

    const after = set(text)

    expect(after).toBe(`[mcp_servers.lectern]\nurl = "http://127.0.0.1:3000/mcp"\n\n[tools]\nweb = true\n`)
  })

  it("removes the table and restores the original file", () => {
    expect(parse(editToml(set(REAL), PATH, () => undefined))).toEqual(parse(REAL))
    expect(editToml(REAL, PATH, () => undefined)).toBe(REAL)
    expect(editToml(set(""), PATH, () => undefined).trim()).toBe("")
  })

  it("keeps Windows line endings", () => {
    expect(set('model = "m"\r\n')).toBe(
      'model = "m"\r\n\r\n[mcp_servers.lectern]\r\nurl = "http://127.0.0.1:3000/mcp"\r\n',
    )
  })

  it("keeps every other byte: mixed line endings, empty lines, comments below the table, a missing final line ending", () => {
    const mixed = 'model = "m"\r\n\n\n\n[tools]\r\nweb = true\n\n\n'
    const below = '[mcp_servers.lectern]\nurl = "http://old/mcp"\n\n# about the tools\n\n\n[tools]\nweb = true'

    expect(editToml(set(mixed), PATH, () => undefined)).toBe(mixed)
    expect(set(mixed).startsWith(mixed)).toBe(true)
    expect(set(below)).toBe(below.replace("http://old/mcp", ENTRY.url))
    expect(editToml(below, PATH, () => undefined)).toBe("\n# about the tools\n\n\n[tools]\nweb = true")
  })

  it.each([
    ["model = ", "invalid TOML"],
    ["mcp_servers = 5", "mcp_servers is not a table"],
    ['mcp_servers = { lectern = { url = "http://old" } }', "invalid TOML"],
    ['mcp_servers.lectern.url = "http://old"', "invalid TOML"],
    ['text = """\n[mcp_servers.lectern]\nurl = "x"\n"""\n[mcp_servers.lectern]\nurl = "http://old"\n', "invalid TOML"],
  ])("refuses %j", (text, problem) => {
    expect(() => set(text)).toThrow(UnreadableConfiguration)
    expect(() => set(text)).toThrow(problem)
  })
})
