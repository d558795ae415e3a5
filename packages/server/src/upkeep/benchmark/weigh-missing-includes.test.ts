import { expect, it } from "vitest"
import { weighMissingIncludes } from "./weigh-missing-includes.ts"

const page = (path: string, ...problems: string[]) => ({ path, snippets: 1, problems })
const missing = "line 3: a.py could not be included: the file does not exist"

it.each([
  ["keeps the score of complete pages", [page("a"), page("b", "line 1: the tab has no title")], 90],
  ["takes the share of complete pages", [page("a"), page("b", missing, missing), page("c"), page("d")], 67.5],
  ["leaves nothing when no page is complete", [page("a", missing)], 0],
])("%s", (_, indexed, score) => {
  expect(weighMissingIncludes({ score: 90, questions: [] }, { indexed }).score).toBe(score)
})

it("keeps an unknown score", () => {
  expect(weighMissingIncludes({ score: -1, questions: [] }, { indexed: [page("a", missing)] }).score).toBe(-1)
})
