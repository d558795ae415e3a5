import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cutPage, MAX_SNIPPET_TOKENS } from "../../packages/engine/src/snippets/cut-page.ts"
import { parseApiPage } from "../../packages/parsers/src/formats/openapi/parse-api-page.ts"
import { parseApi } from "../../packages/parsers/src/formats/openapi/parse-api.ts"

const URL_OF_MAIN = "https://api.example/specs/api.yaml"

const anyDescription = fc.letrec<{ schema: unknown; junk: unknown }>((tie) => ({
  junk: fc.oneof(fc.constant(null), fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 2 })),
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(
      { $ref: "#/components/schemas/a" },
      { $ref: "#/components/schemas/b" },
      { $ref: "#/nowhere" },
      { $ref: "other.yaml#/x" },
    ),
    fc.record(
      {
        type: fc.oneof(fc.constantFrom("object", "array", "string", "integer", "nonsense"), tie("junk")),
        properties: fc.oneof(fc.dictionary(fc.string(), tie("schema"), { maxKeys: 4 }), tie("junk")),
        items: fc.oneof(tie("schema"), tie("junk")),
        allOf: fc.oneof(fc.array(tie("schema"), { maxLength: 3 }), tie("junk")),
        oneOf: fc.oneof(fc.array(tie("schema"), { maxLength: 3 }), tie("junk")),
        additionalProperties: fc.oneof(tie("schema"), tie("junk")),
        required: fc.oneof(fc.array(fc.string(), { maxLength: 2 }), tie("junk")),
        enum: fc.oneof(fc.array(tie("junk"), { maxLength: 3 }), tie("junk")),
        example: tie("junk"),
        default: tie("junk"),
        minLength: fc.oneof(fc.integer(), tie("junk")),
        minItems: fc.oneof(fc.integer(), tie("junk")),
        description: tie("junk"),
      },
      { requiredKeys: [] },
    ),
    tie("junk"),
  ),
})).schema

describe("snippets of any OpenAPI description", () => {
  it("are made without throwing, end on circles, and stay short", () => {
    fc.assert(
      fc.property(anyDescription, anyDescription, anyDescription, fc.string(), (a, b, schema, name) => {
        const content = { "application/json": { schema } }
        const operation = {
          parameters: [{ name, in: "query", schema }, schema],
          requestBody: { content },
          responses: { 200: { content, headers: { [name]: { schema } } }, 400: schema },
          security: [schema, { [name]: schema }],
          callbacks: { [name]: schema },
          tags: schema,
        }
        const root = {
          openapi: "3.1.0",
          info: { title: name, description: schema },
          servers: schema,
          tags: [schema, { name }],
          paths: { [`/${name}`]: { get: operation, post: schema, parameters: schema }, [name]: schema },
          webhooks: { [name]: { post: operation } },
          components: { schemas: { a, b, [name]: schema }, securitySchemes: { [name]: schema } },
        }
        for (const { path, text } of parseApi(new Map([[URL_OF_MAIN, root]]), URL_OF_MAIN).pages()) {
          const { snippets } = cutPage({ path, url: URL_OF_MAIN }, parseApiPage(text).document)
          expect(snippets.every(({ tokens }) => tokens <= MAX_SNIPPET_TOKENS)).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
  })
})
