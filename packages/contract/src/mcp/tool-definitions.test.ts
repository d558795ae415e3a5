import { describe, expect, it } from "vitest"
import { readAddArguments, readLibraryArguments, readQueryArguments, readResolveArguments } from "./tool-arguments.ts"
import { MCP_TOOLS, toolDefinitions } from "./tool-definitions.ts"

const everyTool = toolDefinitions(() => true)
const named = (name: string) => everyTool.find((tool) => tool.name === name)!

describe("tool definitions", () => {
  it("are those of every reader, and more for those who may add", () => {
    expect(toolDefinitions(() => false).map(({ name }) => name)).toEqual([
      MCP_TOOLS.resolve,
      MCP_TOOLS.query,
      MCP_TOOLS.search,
    ])
    expect(everyTool.map(({ name }) => name)).toEqual(Object.values(MCP_TOOLS))
  })

  it("show the arguments that are read, and require what cannot be left out", () => {
    expect(Object.keys(named("resolve-library-id").inputSchema.properties)).toEqual(["query", "libraryName"])
    expect(Object.keys(named("query-docs").inputSchema.properties)).toEqual([
      "libraryId",
      "query",
      "terms",
      "tokens",
      "length",
    ])
    expect(Object.keys(named("search-docs").inputSchema.properties)).toEqual([
      "query",
      "libraries",
      "version",
      "language",
      "terms",
      "tokens",
      "length",
    ])
    for (const [tool, read, missing] of [
      ["query-docs", readQueryArguments, "libraryId"],
      ["resolve-library-id", readResolveArguments, "libraryName"],
      ["add-library", readAddArguments, "url"],
      ["refresh-library", readLibraryArguments, "libraryId"],
      ["job-status", readLibraryArguments, "libraryId"],
    ] as const) {
      expect(named(tool).inputSchema.required).toContain(missing)
      expect(() => read({})).toThrow(`${missing}: is required`)
    }
  })

  it("describe what they return as data", () => {
    expect(everyTool.every(({ outputSchema }) => outputSchema.type === "object")).toBe(true)
    expect(Object.keys(named("query-docs").outputSchema.properties ?? {})).toEqual([
      "answer",
      "libraryIds",
      "sources",
      "omittedSnippets",
      "version",
    ])
  })

  it("say that they only read and may be called again", () => {
    for (const tool of toolDefinitions(() => false)) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true, destructiveHint: false })
    }
    expect(named("add-library").annotations.readOnlyHint).toBe(false)
  })
})
