import { readFileSync, readdirSync, writeFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Document } from "../../document/document.ts"
import { externalReferences } from "./description/api-files.ts"
import { looksLikeDescription, peekTitle } from "./detect-api.ts"
import { parseApiPage } from "./parse-api-page.ts"
import { parseApi, type ApiPage } from "./parse-api.ts"
import { parseApiFile } from "./files/parse-api-file.ts"
import { parseApiText } from "./files/parse-api-text.ts"

const FIXTURES = new URL("fixtures/", import.meta.url)
const URL_OF_MAIN = "https://api.example/specs/api.yaml"

/** Pages of a description that has been read, by path. */
function pagesOf(root: unknown, more: Record<string, unknown> = {}): readonly (ApiPage & { document: Document })[] {
  const roots = new Map(Object.entries({ [URL_OF_MAIN]: root, ...more }))
  return [...parseApi(roots, URL_OF_MAIN).pages()].map((page) => ({
    ...page,
    document: parseApiPage(page.text).document,
  }))
}

function read(text: string): unknown {
  const answer = parseApiText(text, true)
  if ("failure" in answer) throw new Error(answer.failure)
  return answer.root
}

/** A page as lines that are easy to check: headings with their level, tables, code with its language. */
function outline({ path, fragment, document }: ApiPage & { document: Document }): object {
  const lines = document.blocks.flatMap((block): string[] => {
    switch (block.kind) {
      case "heading":
        return [`${"#".repeat(block.level)} ${block.text}`]
      case "prose":
        return [block.markdown]
      case "table":
        return [block.header.join(" | "), ...block.rows.map((row) => `  ${row.join(" | ")}`)]
      case "code":
        return [`[${block.language}] ${block.title ?? ""}`.trim(), ...block.code.split("\n").map((line) => `  ${line}`)]
    }
  })
  return { path, fragment, title: document.title, lines }
}

describe("reading OpenAPI descriptions", () => {
  const names = readdirSync(FIXTURES).filter((name) => name.includes(".in."))

  it.each(names)("makes the expected pages of %s", (name) => {
    const outlines = pagesOf(read(readFileSync(new URL(name, FIXTURES), "utf8"))).map(outline)
    const expected = new URL(name.replace(/\.in\..*$/, ".out.json"), FIXTURES)
    if (process.env["UPDATE_FIXTURES"] === "1") writeFileSync(expected, `${JSON.stringify(outlines, null, 2)}\n`)

    expect(JSON.parse(JSON.stringify(outlines))).toEqual(JSON.parse(readFileSync(expected, "utf8")))
  })

  it.each([
    ["YAML", "openapi: 3.1.0\ninfo:\n\ttitle: a\n", 3],
    ["JSON", '{\n  "openapi": "3.0.0",\n  "info": }\n', 3],
    ["JSON with a comma too many", '{\n  "openapi": "3.0.0",\n  "paths": {\n  },\n}', 5],
    ["JSON cut short", '{\n  "openapi": "3.0.0",\n  "paths": {\n    "/a": "b', 4],
    ["another object", "name: not an API\n", 1],
    ["a list", "- a\n- b\n", 1],
    ["an unknown version", "info: {}\nswagger: '1.2'\n", 2],
  ])("names the line on which %s is wrong", (_name, text, line) => {
    const answer = parseApiText(text, true)

    expect(answer).toEqual({ failure: expect.any(String), line })
  })

  it("takes versions without quotes, and YAML in braces", () => {
    expect(parseApiText("openapi: 3.1\ninfo: {title: A, version: 1}\npaths: {}\n", true)).toHaveProperty("root")
    expect(parseApiText("swagger: 2.0\ninfo: {title: A, version: 1}\npaths: {}\n", true)).toHaveProperty("root")
    expect(parseApiText("{openapi: 3.0.0, paths: {},}", true)).toHaveProperty("root")
  })

  it("follows references into other files, relative to the file they stand in", () => {
    const root = read(
      'openapi: 3.1.0\npaths: {/a: {post: {requestBody: {content: {application/json: {schema: {$ref: "./s/a.yaml#/A~1B"}}}}}}}',
    )
    const more = {
      "https://api.example/specs/s/a.yaml": { "A/B": { properties: { inner: { $ref: "../b.yaml" } } } },
      "https://api.example/specs/b.yaml": { type: "integer", description: "Deep down" },
    }

    expect(externalReferences(root, URL_OF_MAIN)).toEqual(["https://api.example/specs/s/a.yaml"])
    expect(JSON.stringify(pagesOf(root, more))).toContain("Deep down")
  })

  it("tells what is allowed where a value may be null as one of two, and what lists hold place by place", () => {
    const size = { description: "How long.", anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }] }
    const kind = { oneOf: [{ type: "null" }, { type: "string", enum: ["koi", "tench"] }], default: null }
    const either = {
      anyOf: [
        { type: "integer", minimum: 0 },
        { type: "string", maxLength: 3 },
      ],
    }
    const pair = { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }] }
    const properties = { size, kind, either, pair }
    const pages = pagesOf({ openapi: "3.1.0", info: {}, paths: {}, components: { schemas: { Fish: { properties } } } })
    const rows = pages.flatMap(({ document }) =>
      document.blocks.flatMap((block) => (block.kind === "table" ? block.rows : [])),
    )

    expect(rows).toEqual([
      ["size", "integer or null", "no", "How long. At least 0."],
      ["kind", "null or string", "no", 'One of: "koi", "tench". Default: null.'],
      ["either", "integer or string", "no", ""],
      ["pair", "array of [string, integer]", "no", ""],
    ])
  })

  it("makes a short example in place of a recorded one of many pages", () => {
    const example = Array.from({ length: 2000 }, (_, id) => ({ id, name: "recorded" }))
    const schema = { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } }
    const content = { "application/json": { schema, example } }
    const pages = pagesOf({ openapi: "3.1.0", paths: { "/a": { get: { responses: { 200: { content } } } } } })

    const operation = JSON.stringify(pages.map(outline))
    expect(operation).not.toContain("recorded")
    expect(operation).toContain('\\"id\\": 0')
  })

  it("lists every operation once and gives every page a path of its own", () => {
    const operation = { tags: ["a"], operationId: "same", responses: {} }
    const pages = pagesOf({
      openapi: "3.1.0",
      paths: { "/x": { get: operation, put: operation }, "/x/": { get: operation } },
    })

    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
    expect(pages.map(({ fragment }) => fragment)).toEqual([
      undefined,
      "/paths",
      "same",
      "/paths/~1x/put",
      "/paths/~1x~1/get",
    ])
  })
})

describe("any description", () => {
  it("is read or refused with a reason, whatever the text", () => {
    const lines = fc.constantFrom(
      "openapi: 3.1.0",
      "a: &x",
      "  b: *x",
      "- c",
      "paths: {",
      "}",
      "swagger: '2.0'",
      "\t",
      "'",
      "%",
      "<<: *x",
      "definitions: &x",
      " d: *x",
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(lines, { maxLength: 8 }).map((list) => list.join("\n")),
        ),
        (text) => {
          const answer = parseApiText(text, true)
          expect("root" in answer || answer.failure.length > 0).toBe(true)
          expect(typeof peekTitle(text)).toMatch(/string|undefined/)
          expect(typeof looksLikeDescription(Buffer.from(text))).toBe("boolean")
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe("reading in a thread", () => {
  it("gives what reading in place gives, and says so when it takes too long", async () => {
    const text = readFileSync(new URL("pets.in.json", FIXTURES), "utf8")
    const { signal } = new AbortController()

    expect(await parseApiFile({ text, isMain: true }, signal)).toEqual(parseApiText(text, true))
    expect(await parseApiFile({ text, isMain: true }, signal, { graceMs: -1000 })).toMatchObject({
      failure: expect.stringContaining("longer than"),
    })
    await expect(parseApiFile({ text, isMain: true }, AbortSignal.abort(new Error("cancelled")))).rejects.toThrow(
      "cancelled",
    )
  })

  it("survives circles that anchors make", async () => {
    const text =
      "openapi: 3.0.0\ninfo: &info\n  title: A\n  version: '1'\n  x-self: *info\npaths: &paths\n  /a: {get: {x: *paths, responses: *paths}}\n"
    const answer = await parseApiFile({ text, isMain: true }, new AbortController().signal, { graceMs: 8000 })

    const pages = "root" in answer ? pagesOf(answer.root).length : 0
    expect("failure" in answer || pages > 0).toBe(true)
  })
})

describe("the first look at an upload", () => {
  it.each([
    ['{"openapi":"3.1.0","info":{"version":"1","title":"Pets \\"&\\" more"}}', 'Pets "&" more'],
    ["openapi: 3.1.0\ninfo:\n  version: 1\n  title: 'Raft API' # name\n", "Raft API"],
    ['info: {version: 1, title: "Raft"}\n', "Raft"],
    ["# comment\n---\ninfo:\n  title: Otter Payments\npaths: {}\n", "Otter Payments"],
    ["info:\n  version: 1\npaths:\n  title: no\n", undefined],
    ["{}", undefined],
  ])("finds the title of %j", (text, title) => {
    expect(peekTitle(text)).toBe(title)
    expect(looksLikeDescription(Buffer.from(text))).toBe(true)
  })
})
