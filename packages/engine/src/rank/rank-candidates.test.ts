import { describe, expect, it } from "vitest"

import type { Block } from "@lectern/parsers"
import { openTestIndex } from "../index/index.testing.ts"
import { cutPage } from "../snippets/cut-page.ts"
import { SIGNAL_NAMES, SIGNAL_WEIGHTS, scoreSignals } from "./candidate-signals.ts"
import { rankCandidates } from "./rank-candidates.ts"

const lines = { start: 1, end: 1 }
const heading = (level: number, text: string): Block => ({ kind: "heading", level, text, lines })
const prose = (markdown: string): Block => ({ kind: "prose", markdown, role: "paragraph", lines })
const code = (language: string, text: string): Block => ({ kind: "code", language, code: text, lines })

const client = (language: string) => [
  heading(2, "Client"),
  prose("Open a client and send the request:"),
  code(language, `client.send(request)`),
]

const library = openTestIndex([
  cutPage(
    { path: "clients.md", url: "https://docs.example/clients.md" },
    {
      title: "Clients",
      blocks: [
        heading(1, "Clients"),
        prose("Every client sends requests. A client is open until it is closed."),
        ...client("py"),
        ...client("rust"),
        heading(2, "Limits"),
        prose("A client sends at most ten requests at once."),
      ],
    },
  ),
])

const rank = (query: string, language?: string) => rankCandidates(library, { query, language })
const languagesInOrder = (language?: string) =>
  rank("open a client and send the request", language)
    .candidates.map(({ snippet }) => library.index.snippet(snippet).codes[0]?.language)
    .filter((name) => name !== undefined)

describe("rankCandidates", () => {
  it("scores every candidate with the weighted sum of its named signals", () => {
    const { candidates } = rank("how do I send a request")

    expect(candidates.length).toBeGreaterThan(1)
    for (const { score, baseScore, rerankScore, signals } of candidates) {
      expect(Object.keys(signals)).toEqual([...SIGNAL_NAMES])
      const weighted = SIGNAL_NAMES.reduce((sum, name) => sum + SIGNAL_WEIGHTS[name] * signals[name], 0)
      expect(score).toBeCloseTo(weighted, 10)
      expect({ score, baseScore, rerankScore }).toEqual(scoreSignals(signals, SIGNAL_WEIGHTS))
    }
    expect(candidates.map(({ score }) => score)).toEqual(candidates.map(({ score }) => score).toSorted((a, b) => b - a))
  })

  it("prefers code of the language asked for, under any of its names, and leaves nothing out", () => {
    expect(languagesInOrder()).toEqual(["py", "rust"])
    expect(languagesInOrder("rs")).toEqual(["rust", "py"])
    expect(languagesInOrder("Python")).toEqual(["py", "rust"])
    expect(rank("send a request", "Rust").candidates).toHaveLength(rank("send a request").candidates.length)
  })

  it("does not change the order for a language that the library has no code in", () => {
    expect(languagesInOrder("cobol")).toEqual(languagesInOrder())
  })

  it("finds nothing where no word of the question is known", () => {
    expect(rank("xylophone")).toEqual({ candidates: [], scale: 0 })
  })

  it("reads on in a page that stands far above all others, and in none when two are near each other", () => {
    const page = (name: string, ...texts: string[]) =>
      cutPage(
        { path: `${name}.md`, url: `https://docs.example/${name}.md` },
        {
          title: name,
          blocks: [heading(1, name), ...texts.flatMap((text, at) => [heading(2, `Part ${at}`), prose(text)])],
        },
      )
    const shutdown = page("Closing", "A graceful shutdown drains the workers.", "Tasks are told with a token.", "Wait.")
    const tracing = page("Tracing", "Workers are traced.", "A span belongs to each task.")
    const signalsOf = (pages: Parameters<typeof openTestIndex>[0], query: string) =>
      rankCandidates(openTestIndex(pages), { query }).candidates.map(
        ({ page: of, signals }) => [of, signals.lead] as const,
      )

    const clear = signalsOf([shutdown, tracing], "graceful shutdown: drain the workers, task")
    const even = signalsOf(
      [shutdown, page("Ending", "A graceful shutdown drains the workers.", "Tasks are told with a token.", "Wait.")],
      "graceful shutdown",
    )

    expect(new Set(clear.map(([of]) => of)).size).toBe(2)
    for (const [of, lead] of clear) expect(lead > 0).toBe(of === clear[0]?.[0])
    expect(even.map(([, lead]) => lead)).toEqual(even.map(() => 0))
  })

  it("gives no lead in a library of one page", () => {
    expect(rank("send a request").candidates.map(({ signals }) => signals.lead)).toEqual(
      rank("send a request").candidates.map(() => 0),
    )
  })
})
