import { expect, it } from "vitest"

import type { RankedCandidate } from "./candidate-signals.ts"
import { RemainingCandidates } from "./remaining-candidates.ts"

const aCandidate = (snippet: number, page: number, score: number) =>
  ({ snippet, section: 0, page, score, baseScore: score, rerankScore: 0, signals: {} }) as unknown as RankedCandidate

/** Takes all candidates, each time after the page of the last one. */
function takeAll(candidates: readonly RankedCandidate[]) {
  const remaining = new RemainingCandidates(candidates)
  const taken: number[] = []
  let page = -1
  for (let next = remaining.next(page); next !== undefined; next = remaining.next(page)) {
    taken.push(next.snippet)
    page = next.page
  }
  return taken
}

it("reads on in a page with a snippet that is nearly as good as the best one of another page", () => {
  expect(takeAll([aCandidate(1, 1, 1), aCandidate(20, 2, 0.9), aCandidate(2, 1, 0.89)])).toEqual([1, 2, 20])
})

it("passes over a better snippet of another page once at most", () => {
  const page = [3, 4, 5, 6].map((snippet, at) => aCandidate(snippet, 1, 0.7 - at / 100))

  expect(takeAll([aCandidate(1, 1, 1), aCandidate(20, 2, 0.9), ...page])).toEqual([1, 3, 20, 4, 5, 6])
})

it("passes over a better snippet only for the first one that is clearly worse", () => {
  const [far, other] = [aCandidate(2, 1, 0.6), aCandidate(30, 3, 0.7)]

  expect(takeAll([aCandidate(1, 1, 1), aCandidate(20, 2, 0.9), other, far])).toEqual([1, 20, 30, 2])
})

it("takes every candidate once", () => {
  const candidates = Array.from({ length: 30 }, (_, at) => aCandidate(at, at % 3, 1 - at / 40))

  expect(takeAll(candidates).toSorted((a, b) => a - b)).toEqual(candidates.map(({ snippet }) => snippet))
})
