import { describe, expect, it } from "vitest"
import { splitAtom } from "./split-text.ts"

const LINES = { start: 1, end: 1 }

describe("text that is too long for one snippet", () => {
  it("is cut at a space near the limit, and anywhere where there is none", () => {
    const cut = (text: string) => splitAtom({ kind: "prose", text, lines: LINES }, 10).map((atom) => atom.text)

    expect(cut("koi tench carp bream")).toEqual(["koi tench", "carp bream"])
    expect(cut("a koitenchcarpbream")).toEqual(["a koitench", "carpbream"])
  })

  it("takes time that grows with its length, also without any space", () => {
    const before = process.cpuUsage()

    const parts = splitAtom({ kind: "prose", text: "koi@".repeat(1_250_000), lines: LINES }, 280)

    expect(parts).toHaveLength(17_858)
    // It takes some milliseconds; searching all text before each part took 20 s.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
  })
})
