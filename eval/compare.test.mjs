import { describe, expect, it } from "vitest"
import { drawTable, findLosses, pairQuestions, toBaseline } from "./compare.mjs"

const figuresWith = (single, rest = {}) => ({
  single: { "hit@1000": 80, "hit@2000": 90, "hit@5000": 95, tokensToAnswerMedian: 200, p50ms: 3, ...single },
  byLibrary: { "/honojs/website": 95 },
  missed: ["hono-01"],
  ...rest,
})

describe("findLosses", () => {
  it("passes a run that is as good as the baseline", () => {
    expect(findLosses(figuresWith({}), figuresWith({}))).toEqual([])
  })

  it("passes a loss of exactly two points and fails a larger one", () => {
    expect(findLosses(figuresWith({}), figuresWith({ "hit@1000": 78 }))).toEqual([])
    expect(findLosses(figuresWith({}), figuresWith({ "hit@1000": 77.9 }))).toEqual([
      "hit@1000 fell from 80 to 77.9, more than 2 points",
    ])
  })

  it("fails when the median of tokens grows by more than a tenth, or nothing is answered", () => {
    expect(findLosses(figuresWith({}), figuresWith({ tokensToAnswerMedian: 220 }))).toEqual([])
    expect(findLosses(figuresWith({}), figuresWith({ tokensToAnswerMedian: 221 }))).toHaveLength(1)
    expect(findLosses(figuresWith({}), figuresWith({ tokensToAnswerMedian: null }))).toHaveLength(1)
  })

  it("does not compare what was not measured", () => {
    expect(findLosses(figuresWith({}, { resolve: { top1: 95 } }), figuresWith({}))).toEqual([])
  })

  it("fails when a look-up of names gets worse", () => {
    expect(
      findLosses(figuresWith({}, { resolve: { top1: 95 } }), figuresWith({}, { resolve: { top1: 90 } })),
    ).toHaveLength(1)
  })
})

describe("pairQuestions", () => {
  it("tells what only one of the two runs answers", () => {
    const pairs = pairQuestions(figuresWith({}, { missed: ["a", "b"] }), figuresWith({}, { missed: ["b", "c"] }))

    expect(pairs).toEqual({ won: ["a"], lost: ["c"] })
  })

  it("compares look-ups by name, whatever came instead", () => {
    const before = figuresWith({}, { resolveMissed: ["k8s"] })

    expect(pairQuestions(before, figuresWith({}, { resolveMissed: ["k8s -> /x/y"] }))).toEqual({ won: [], lost: [] })
  })
})

describe("drawTable", () => {
  it("shows before, after and the change", () => {
    expect(drawTable(figuresWith({}), figuresWith({ "hit@1000": 82.1 }))[0]).toMatch(/^hit@1000 +80 +82\.1 +\+2\.1$/)
  })
})

describe("toBaseline", () => {
  it("keeps no timing, which differs from machine to machine", () => {
    expect(toBaseline(figuresWith({}))).not.toContain("p50ms")
  })

  it("keeps the figures of every way to ask", () => {
    const figures = figuresWith({})
    const single = { "hit@1000": 95, p95ms: 9 }

    const kept = JSON.parse(toBaseline({ ...figures, full: { single }, agent: { single }, agentTerms: { single } }))

    for (const mode of ["full", "agent", "agentTerms"]) expect(kept[mode]).toEqual({ single: { "hit@1000": 95 } })
  })
})
