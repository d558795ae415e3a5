import { describe, expect, it, vi } from "vitest"

import { SchemaCache } from "./schema-cache.ts"

describe("SchemaCache", () => {
  it("makes a value once per schema and kind, even if it is undefined", () => {
    const cache = new SchemaCache()
    const [one, other] = [{ type: "string" }, { type: "string" }]
    const make = vi.fn(() => undefined)
    cache.get(one, "example", make)
    cache.get(one, "example", make)
    expect(make).toHaveBeenCalledTimes(1)
    cache.get(other, "example", make)
    cache.get(one, "rows", make)
    expect(make).toHaveBeenCalledTimes(3)
  })

  it("keeps a limited number of values", () => {
    const cache = new SchemaCache(2)
    const make = vi.fn(() => 1)
    const [one, other] = [{ type: "string" }, { type: "number" }]
    for (const schema of [one, other, { type: "null" }, one]) cache.get(schema, "example", make)
    expect(make).toHaveBeenCalledTimes(4)
  })
})
