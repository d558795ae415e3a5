import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { aPage, openTestIndex } from "../index/index.testing.ts"
import { answerQuestion } from "./answer-question.ts"
import { rankCandidates } from "./rank-candidates.ts"
import { renderContextText } from "./render.ts"

const library = openTestIndex([
  aPage("workers.md", "Workers", [
    [1, "Workers", "A worker runs tasks until it is stopped."],
    [2, "Root", "The worker stops at once under uid 0 unless `C_FORCE_ROOT` is set."],
    [2, "Stopping", "A worker that is stopped finishes its tasks."],
  ]),
  aPage("tasks.md", "Tasks", [
    [1, "Tasks", "A task is run by a worker."],
    [2, "Retries", "A task that fails is tried again, with `retry_backoff` ever later."],
    [2, "Limits", "A worker stops a task that takes too long."],
  ]),
  aPage("brokers.md", "Brokers", [
    [1, "Brokers", "A broker hands messages over."],
    [2, "Redis", "Use `rediss://` for encrypted connections."],
  ]),
])

const QUESTIONS = ["why does the worker stop", "what happens to tasks that fail", "broker", "does a task stop"]
const answer = (query: string, terms?: readonly string[]) =>
  renderContextText(answerQuestion(library, { query, terms, tokens: 2_000 }))
const headings = (query: string, terms?: readonly string[]) =>
  rankCandidates(library, { query, terms }).candidates.map(({ snippet }) =>
    library.index.indexedSnippet(snippet).headingPath.at(-1),
  )

describe("terms that are expected in the answer", () => {
  it("put the snippet that contains them first", () => {
    expect(headings("why does the worker stop")[0]).not.toBe("Root")
    expect(headings("why does the worker stop", ["C_FORCE_ROOT"])[0]).toBe("Root")
    expect(headings("why does the worker stop", ["uid 0", "root", "superuser"])[0]).toBe("Root")
  })

  it("never change the order or the answer when the library lacks them", () => {
    const lacking = fc.array(fc.stringMatching(/^zq[a-z]{0,12}( xj[a-z]{1,8}){0,2}$/), { maxLength: 16 })
    fc.assert(
      fc.property(fc.constantFrom(...QUESTIONS), lacking, (query, terms) => {
        expect(headings(query, terms)).toEqual(headings(query))
        expect(answer(query, terms)).toBe(answer(query))
      }),
    )
  })

  it("are ignored beside terms that the library has", () => {
    fc.assert(
      fc.property(fc.constantFrom(...QUESTIONS), fc.constantFrom("retry_backoff", "messages", "uid"), (query, term) => {
        expect(answer(query, ["zqxjk", term, "xjqz_zqxj"])).toBe(answer(query, [term]))
      }),
    )
  })

  it("count less when nothing that the question finds contains them", () => {
    expect(headings("why does the worker stop", ["rediss"])[0]).toBe(headings("why does the worker stop")[0])
  })

  it("find something when no word of the question is known", () => {
    expect(headings("xylophone")).toEqual([])
    expect(headings("xylophone", ["rediss"])[0]).toBe("Redis")
  })

  it("take any text", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 100 }), { maxLength: 16 }), (terms) => {
        expect(headings("why does the worker stop", terms).length).toBeGreaterThan(0)
      }),
    )
  })
})
