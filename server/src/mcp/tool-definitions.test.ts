import { MCP_TOOLS, QueryDocsArguments, ResolveLibraryIdArguments } from "@lectern/contract"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { describe, expect, it } from "vitest"
import { queryDocsTool, resolveLibraryIdTool, SERVER_INSTRUCTIONS, toolDefinitions } from "./tool-definitions.ts"

describe("tool definitions", () => {
  it("have the names and arguments of the contract", () => {
    expect(toolDefinitions.map((tool) => tool.name)).toEqual([MCP_TOOLS.resolve, MCP_TOOLS.query])
    expect(Object.keys(resolveLibraryIdTool.inputSchema.properties)).toEqual(
      Object.keys(ResolveLibraryIdArguments.shape),
    )
    expect(Object.keys(queryDocsTool.inputSchema.properties)).toEqual(Object.keys(QueryDocsArguments.shape))
  })

  it("say that they only read and may be called again", () => {
    for (const tool of toolDefinitions) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true, destructiveHint: false })
    }
  })

  it("cost an agent fewer than 600 tokens of its context", () => {
    expect(countTokens(JSON.stringify({ tools: toolDefinitions }) + SERVER_INSTRUCTIONS)).toBeLessThan(600)
  })
})
