import { describe, expect, it } from "vitest"
import { describeApi } from "./openapi.ts"

const document = describeApi("1.0.0")
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

describe("the OpenAPI document", () => {
  it("names its server, licence and tags", () => {
    expect(document.servers).toEqual([{ url: "/", description: expect.any(String) }])
    expect(document.info.license).toEqual({ name: "Apache License 2.0", identifier: "Apache-2.0" })
    const names = document.tags.map(({ name }) => name)
    expect(operations.filter(({ tags }) => tags.length !== 1 || !names.includes(tags[0] ?? ""))).toEqual([])
  })

  it("describes the refusals of every operation", () => {
    const described = (responses: object) => Object.keys(responses).some((status) => status.startsWith("4"))
    expect(operations.filter(({ responses }) => !described(responses))).toEqual([])
    expect(Object.keys(document.paths["/api/v2/context"]?.["get"]?.responses ?? {})).toEqual(
      expect.arrayContaining(["200", "202", "301", "400", "401", "403", "404", "429", "default"]),
    )
  })

  it("has a schema for every body, a string for text", () => {
    const bodies = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content }) => Object.values((content as object | undefined) ?? {})),
    )
    expect(bodies.filter((body) => (body as { schema?: unknown }).schema === undefined)).toEqual([])
    expect(document.paths["/api/v2/context"]?.["get"]?.responses["200"]).toMatchObject({
      content: { "text/plain": { schema: { type: "string" } } },
    })
  })

  it("names no schema like a type that every language has", () => {
    expect(document.components.schemas).not.toHaveProperty("Error")
    expect(document.components.schemas).toHaveProperty("ErrorResponse")
  })
})
