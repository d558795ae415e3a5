import { describe, expect, it, vi } from "vitest"

import { SchemaCache } from "./schema-cache.ts"

describe("SchemaCache", () => {
  it("makes a value once per schema and kind, also if there is none", () => {
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
})
