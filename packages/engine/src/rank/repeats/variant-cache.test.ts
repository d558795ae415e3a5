import { describe, expect, it, vi } from "vitest"

import { BEGINS_WITH_PLATFORM } from "../../index/format/code-languages.ts"
import type { IndexFile } from "../../index/read/open-index.ts"
import { VariantCache } from "./variant-cache.ts"

describe("VariantCache", () => {
  it("finds the variants of a snippet once per index", () => {
    const cache = new VariantCache()
    const [one, other] = [{} as IndexFile, {} as IndexFile]
    const find = vi.fn(() => [[4], [5]])
    expect(cache.get(one, 4, find)).toEqual([[4], [5]])
    expect(cache.get(one, 4, find)).toEqual([[4], [5]])
    expect(find).toHaveBeenCalledTimes(1)
    expect(cache.get(other, 4, () => [[4]])).toEqual([[4]])
  })

  it("knows whether an index has parts for platforms", () => {
    const cache = new VariantCache()
    const indexOf = (...bits: readonly number[]) =>
      ({ layout: { snippetCode: Uint32Array.from(bits) } }) as unknown as IndexFile

    expect(cache.hasPlatforms(indexOf(0, 1, 3))).toBe(false)
    expect(cache.hasPlatforms(indexOf(0, BEGINS_WITH_PLATFORM + 1))).toBe(true)
  })

  it("keeps a limited number", () => {
    const cache = new VariantCache(2)
    const index = {} as IndexFile
    const find = vi.fn(() => [[1]])
    for (const id of [1, 2, 3, 1]) cache.get(index, id, find)
    expect(find).toHaveBeenCalledTimes(4)
  })
})
