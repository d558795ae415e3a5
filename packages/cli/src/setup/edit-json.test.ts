import fc from "fast-check"
import { parse } from "jsonc-parser"
import { describe, expect, it } from "vitest"
import { editJson } from "./edit-json.ts"
import { UnreadableConfiguration } from "./unreadable-configuration.ts"

const PATH = ["mcpServers", "lectern"]
const ENTRY = { url: "http://127.0.0.1:3000/mcp" }
const set = (text: string) => editJson(text, PATH, () => ENTRY)

describe("editJson", () => {
  it("keeps comments, trailing commas, order, indentation and line endings", () => {
    const before =
      '// mine\r\n{\r\n\t"theme": "One Dark", // dark\r\n\t/* servers */\r\n\t"mcpServers": {\r\n\t\t"other": { "command": "npx", },\r\n\t},\r\n}\r\n'

    const after = set(before)

    for (const kept of ["// mine\r\n", "// dark", "/* servers */", '"command": "npx",']) expect(after).toContain(kept)
    expect(after).toContain('\t\t"lectern": {\r\n\t\t\t"url": "http://127.0.0.1:3000/mcp"\r\n\t\t}')
    expect(set(after)).toBe(after)
  })

  it.each([
    [
      "one-line entries and their comments",
      '{\n  "mcpServers": {\n    "a": { "url": "x" } // mine\n  }\n}\n',
      '{\n  "mcpServers": {\n    "a": { "url": "x" }, // mine\n    "lectern": {\n      "url": "http://127.0.0.1:3000/mcp"\n    }\n  }\n}\n',
    ],
    [
      "a file on one line",
      '{ "mcpServers": { "a": {"url":"x"} } }',
      '{ "mcpServers": { "a": {"url":"x"}, "lectern": {"url":"http://127.0.0.1:3000/mcp"} } }',
    ],
    [
      "uneven blanks, and a comment before the end",
      '{\n "x" :1,\n   "mcpServers":{ "a":{} ,  \n  // end\n } }',
      '{\n "x" :1,\n   "mcpServers":{ "a":{} ,\n  "lectern": {\n   "url": "http://127.0.0.1:3000/mcp"\n  },\n  // end\n } }',
    ],
  ])("leaves every foreign byte: %s", (_what, before, after) => {
    expect(set(before)).toBe(after)
    expect(editJson(after, PATH, () => undefined)).toBe(before.replace(",  \n  // end", ",\n  // end"))
  })

  it("creates the content of a missing or empty file", () => {
    for (const nothing of ["", " \n"]) {
      expect(JSON.parse(set(nothing))).toEqual({ mcpServers: { lectern: ENTRY } })
    }
  })

  it("keeps a byte order mark", () => {
    expect(set('\uFEFF{"a": 1}')).toMatch(/^\uFEFF\{/)
  })

  it("removes the entry and keeps the others", () => {
    const both = set('{ "mcpServers": { "other": { "url": "http://o" } } }')

    expect(parse(editJson(both, PATH, () => undefined))).toEqual({ mcpServers: { other: { url: "http://o" } } })
    expect(editJson("{}", PATH, () => undefined)).toBe("{}")
  })

  it.each([
    ['{ "mcpServers": {', "invalid JSON on line 1"],
    ['{\n  "a": 1\n  "b": 2\n}', "invalid JSON on line 3"],
    ["[]", "the file does not contain a JSON object"],
    ['"text"', "the file does not contain a JSON object"],
    ['{ "mcpServers": [] }', "mcpServers is not an object"],
    ['{ "mcpServers": { "lectern": "x" } }', "mcpServers.lectern is not an object"],
    ['{ "mcpServers": {"lectern": {"url": "1"}}, "mcpServers": {} }', "would change more than"],
  ])("refuses %j", (text, problem) => {
    expect(() => set(text)).toThrow(UnreadableConfiguration)
    expect(() => set(text)).toThrow(problem)
  })

  it("keeps a key named __proto__", () => {
    expect(Object.keys(JSON.parse(set('{ "__proto__": ["a"] }')) as object)).toEqual(["__proto__", "mcpServers"])
  })

  it("changes only one entry of any object, and restores the text when the entry is removed", () => {
    const member = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()))
    const servers = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.dictionary(fc.stringMatching(/^\w{1,5}$/), member),
    )
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^\w{1,9}$/), member),
        servers,
        fc.constantFrom(undefined, 2, "\t"),
        (root, others, indent) => {
          const before = { ...root, mcpServers: others }
          const text = JSON.stringify(before, null, indent)

          const after = set(text)

          expect(JSON.parse(after)).toEqual({ ...before, mcpServers: { ...others, lectern: ENTRY } })
          const { lectern: _gone, ...rest } = others as Record<string, unknown>
          expect(JSON.parse(editJson(after, PATH, () => undefined))).toEqual({ ...before, mcpServers: rest })
        },
      ),
    )
  })
})
