import { describe, expect, it } from "vitest"
import { foldName } from "./fold-name.ts"
import { NICKNAMES, numeronymOf } from "./nicknames.ts"

describe("nicknames", () => {
  it("are folded on both sides and mean something else", () => {
    for (const [typed, meant] of NICKNAMES) {
      expect([typed, ...meant].map(foldName)).toEqual([typed, ...meant])
      expect(meant).not.toContain(typed)
    }
  })

  it("are not listed where the rule for numeronyms finds them", () => {
    expect(numeronymOf("kubernetes")).toBe("k8s")
    expect(numeronymOf("accessibility")).toBe("a11y")
    expect(numeronymOf("react")).toBe("")
  })
})
