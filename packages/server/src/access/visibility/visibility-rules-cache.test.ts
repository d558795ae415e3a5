import { describe, expect, it, vi } from "vitest"
import type { VisibilityRulesRecord, VisibilityRulesStore } from "../../catalogue/visibility-rules/records.ts"
import { DEFAULT_ACCESS_RULES } from "./access-rules.ts"
import { NO_VISIBILITY_RULES } from "./library-visibility.ts"
import { DEFAULT_POLICIES } from "./policies.ts"
import { makeAttributes } from "./visibility.testing.ts"
import { createVisibilityRulesCache } from "./visibility-rules-cache.ts"

const select = { allowedLibraries: ["/acme"] }
const policies = { ...DEFAULT_POLICIES, libraryFilters: { ...DEFAULT_POLICIES.libraryFilters, mode: "select", select } }
const stored = {
  teamspaceKey: "t1",
  policies: policies as VisibilityRulesRecord["policies"],
  accessRules: DEFAULT_ACCESS_RULES,
  changeNumber: 1,
}

/** A cache and its store, in which only the teamspace `t1` has rules, and whose changes are read in batches. */
function aCache(...batches: readonly (readonly { teamspaceKey: string; changeNumber: number }[])[]) {
  const of = vi.fn<VisibilityRulesStore["of"]>(async (key) => (key === "t1" ? stored : undefined))
  const rest = [...batches]
  const changedSince = vi.fn<VisibilityRulesStore["changedSince"]>(async () => rest.shift() ?? [])
  const visibilityRules = { of, changedSince, change: vi.fn() }
  return { of, changedSince, cache: createVisibilityRulesCache({ visibilityRules }, new Set(["github.com"])) }
}

describe("the cache of visibility rules", () => {
  it("returns rules that hide nothing without a teamspace, and for one that has none", async () => {
    const { of, cache } = aCache()

    expect(await cache.of(null)).toBe(NO_VISIBILITY_RULES)
    expect(of).not.toHaveBeenCalled()
    expect(await cache.of("t2")).toBe(NO_VISIBILITY_RULES)
  })

  it("loads and compiles the rules of a teamspace once, until they change", async () => {
    const { of, cache } = aCache([{ teamspaceKey: "t2", changeNumber: 3 }], [{ teamspaceKey: "t1", changeNumber: 4 }])
    const first = await cache.of("t1")
    await cache.catchUp()

    expect(await cache.of("t1")).toBe(first)
    await cache.catchUp()
    expect(await cache.of("t1")).not.toBe(first)
    expect(of.mock.calls).toEqual([["t1"], ["t1"]])
  })

  it("compiles rules for the dedicated hosts of the instance", async () => {
    const { cache } = aCache()
    const elsewhere = makeAttributes({ source: { url: "https://git.example/acme/docs" } as never })

    for (const rules of [await cache.of("t1"), cache.compile(stored)]) {
      expect(rules.passesPolicies(makeAttributes(), 0)).toBe(true)
      expect(rules.passesPolicies(elsewhere, 0)).toBe(false)
    }
  })

  it("loads rules again after a failure", async () => {
    const { of, cache } = aCache()
    of.mockRejectedValueOnce(new Error("no database"))

    await expect(cache.of("t1")).rejects.toThrow("no database")
    expect((await cache.of("t1")).suspiciousContent).toEqual(DEFAULT_POLICIES.suspiciousContent)
  })

  it("reads changes in batches, and only those after the last one", async () => {
    const full = Array.from({ length: 500 }, (_, at) => ({ teamspaceKey: `t${at}`, changeNumber: at + 1 }))
    const { changedSince, cache } = aCache(full, [{ teamspaceKey: "t1", changeNumber: 501 }])

    await cache.catchUp()
    expect(changedSince.mock.calls).toEqual([
      [0, 500],
      [500, 500],
    ])
    await cache.catchUp()
    expect(changedSince).toHaveBeenLastCalledWith(501, 500)
  })
})
