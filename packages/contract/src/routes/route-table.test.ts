import { describe, expect, it } from "vitest"
import { z } from "zod"
import { ROUTES } from "./route-table.ts"

const addresses = ROUTES.flatMap((route) =>
  [route.path, ...(route.aliases ?? [])].map((path) => `${route.method} ${path}`),
)

describe("routes", () => {
  it("hold every endpoint of the interface", () => {
    expect(addresses).toEqual(
      expect.arrayContaining([
        "POST /api/v2/add/file-upload",
        "POST /api/v2/add/wiki",
        "POST /api/v2/add/notes",
        "POST /api/v2/add/repo/hosted-a",
        "POST /api/v2/add/repo/hosted-b",
        "POST /api/v2/add/repo/hosted-c",
        "POST /api/v2/add/repo/git",
        "POST /api/v2/add/openapi",
        "POST /api/v2/add/llmstxt",
        "POST /api/v2/add/openapi-upload",
        "POST /api/v2/add/pdf-upload",
        "GET /api/v2/libs/search",
        "GET /api/v2/libs/metrics",
        "POST /api/v1/refresh",
        "PATCH /api/v2/policies",
        "GET /api/v3/search",
        "GET /api/v2/context",
        "GET /ping",
      ]),
    )
  })

  it("serve neutral words and product names alike", () => {
    expect(ROUTES.flatMap((route) => route.aliases ?? [])).toEqual([
      "/api/v2/add/repo/github",
      "/api/v2/add/repo/gitlab",
      "/api/v2/add/repo/bitbucket",
      "/api/v2/add/confluence",
      "/api/v2/add/notion",
    ])
  })

  it("have one name and one place each", () => {
    const names = ROUTES.map((route) => route.operationId)

    expect(new Set(names).size).toBe(names.length)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it.each(ROUTES.map((route) => [route.operationId, route] as const))(
    "%s can be described in JSON Schema",
    (_, route) => {
      const inputs = [route.params, route.query, route.body, route.form].filter((schema) => schema !== undefined)
      const schemas = [
        ...inputs.map((schema) => z.toJSONSchema(schema, { io: "input", unrepresentable: "throw" })),
        ...(route.response === undefined ? [] : [z.toJSONSchema(route.response, { io: "output" })]),
      ]

      for (const schema of schemas) expect(schema.type ?? schema.$ref).toMatch(/^object$|^#/)
      for (const body of [route.body, route.response])
        if (body !== undefined) expect(body.meta()?.id).toBeTypeOf("string")
    },
  )

  it("have path parameters exactly where the path holds braces", () => {
    for (const route of ROUTES) {
      const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const schema = route.params === undefined ? {} : (z.toJSONSchema(route.params).properties ?? {})

      expect(Object.keys(schema)).toEqual(inPath)
    }
  })
})
