import { afterAll, describe, expect, it } from "vitest"
import { aPage, buildTestIndex, openTestIndex, type TestSection } from "@lectern/engine/testing"
import { TextAnalyser } from "@lectern/engine"
import { makeQuestion } from "./make-question.ts"
import { benchmarkFile, runBenchmark } from "./run-benchmark.ts"

const analyser = new TextAnalyser()

const ANIMALS = ["otter", "badger", "heron", "marten", "beaver", "stoat", "weasel", "kestrel", "plover", "curlew"]
const PLACES = ["river", "meadow", "forest", "harbour", "orchard", "quarry", "island", "valley", "garden", "bridge"]
const DEEDS = ["sleeps", "hunts", "builds", "hides", "feeds", "travels", "watches", "gathers", "listens", "returns"]

/** Pages whose sentences mix the same words anew, so that no word is the key to one of them. */
function pages(count: number) {
  return Array.from({ length: count }, (_, page) => {
    const sections = Array.from({ length: 4 }, (_unused, at): TestSection => {
      const word = (words: readonly string[], step: number) => words[(page * step + at * 3 + step) % words.length] ?? ""
      const [who, other] = [word(ANIMALS, 1), word(ANIMALS, 7)]
      const sentence = `The ${who} ${word(DEEDS, 3)} beside the ${word(PLACES, 9)} while the ${other} ${word(DEEDS, 7)} near the ${word(PLACES, 1)}.`
      return [
        2,
        `Chapter ${page}.${at}`,
        `${sentence} The ${other} ${word(DEEDS, 1)} at the ${word(PLACES, 3)} every winter.`,
      ]
    })
    return aPage(`page-${page}.md`, `Page ${page}`, sections)
  })
}

const { signal } = new AbortController()
const library = openTestIndex(pages(15))
afterAll(() => library.index.close())

describe("runBenchmark", () => {
  it("asks questions whose words the headings above them do not hold, and finds most of them", async () => {
    const { score, questions } = await runBenchmark(library, { signal })

    expect(questions.length).toBeGreaterThanOrEqual(8)
    expect(score).toBeGreaterThan(50)
    for (const { question, headingPath, kind } of questions) {
      const inHeadings = new Set(headingPath.flatMap((heading) => analyser.findTerms(heading)))
      expect(kind).toBe("prose")
      expect(
        analyser
          .analyse(question)
          .flatMap(({ words }) => words)
          .filter((word) => inHeadings.has(word)),
      ).toEqual([])
    }
  })

  it("counts a question whose snippet does not come as missed", async () => {
    const elsewhere = { writeQuestions: () => Promise.resolve(Array.from({ length: 60 }, () => "unheard xylophones")) }

    const { score, questions } = await runBenchmark(library, { signal, writer: elsewhere })

    expect(score).toBe(0)
    expect(questions.every(({ kind, isFound }) => kind === "model" && !isFound)).toBe(true)
  })

  it("asks by rule what the writer leaves out", async () => {
    const writer = { writeQuestions: () => Promise.resolve(["where does the otter sleep", undefined]) }

    const { questions } = await runBenchmark(library, { signal, writer })

    expect(questions.map(({ kind }) => kind).slice(0, 3)).toEqual(["model", "prose", "prose"])
  })

  it("gives the same questions and the same score for the same index", async () => {
    const { path } = buildTestIndex(pages(15))

    const scores = [await benchmarkFile(path, { signal }), await benchmarkFile(path, { signal })]

    expect(scores[0]).toEqual(scores[1])
    expect(scores[0]).toEqual(await runBenchmark(library, { signal }))
  })

  it("takes the words of an error that a snippet shows, without numbers and paths", () => {
    const code = "`TypeError: cannot read /home/me/7.js of undefined otter 12`"
    const { index } = openTestIndex([aPage("errors.md", "Errors", [[2, "Trouble", "When it stops, look here.", code]])])
    const question = { kind: "error", question: "TypeError cannot read of undefined otter" }

    expect(makeQuestion({ index, analyser }, index.indexedSnippet(0), 3)).toEqual(question)
    index.close()
  })

  it("does not score a library of a few snippets", async () => {
    const shelved = openTestIndex(pages(2))

    expect(await runBenchmark(shelved, { signal })).toEqual({ score: -1, questions: [] })
    shelved.index.close()
  })

  it("stops with the reason when it is aborted", async () => {
    const reason = new Error("stopped")

    await expect(runBenchmark(library, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
