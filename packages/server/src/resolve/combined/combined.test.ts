import { encode } from "gpt-tokenizer/encoding/o200k_base"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { aPage, openTestIndex, type TestSection } from "@lectern/engine/testing"
import { createShownTexts, type RankableIndex } from "@lectern/engine"
import { createLibraryDirectory } from "../directory/create-library-directory.ts"
import { queryLibrary } from "./query-library.ts"
import { chooseLibraries, type ChosenLibrary } from "./choose-libraries.ts"
import { type CombinedAnswer, inOneOrder, type LibraryAnswer, packLibrary, shareBudget } from "./pack-combined.ts"
import { renderCombinedJson, renderCombinedText } from "../../service/answers/render-combined.ts"
import { selectLibraries } from "./select-libraries.ts"

const shelves: Readonly<Record<string, RankableIndex>> = {
  "/quokka/quokka": openTestIndex([
    aPage("errors.md", "Errors", [
      [1, "Errors", "Register one handler for uncaught exceptions:", "`quokka.onError(handle)`"],
    ]),
    aPage("routes.md", "Routes", [[1, "Routes", "A route answers requests for a path."]]),
  ]),
  "/wombat-web/wombat.js": openTestIndex([
    aPage("middleware.md", "Middleware", [
      [
        1,
        "Exceptions",
        "A middleware with four arguments handles uncaught exceptions.",
        "`wombat.use((e, q, r, n) => {})`",
      ],
    ]),
  ]),
  "/numbat/docs": openTestIndex([
    aPage("telemetry.md", "Telemetry", [[1, "Sampling", "Spans are sampled by ratio. Exceptions end the span."]]),
  ]),
}

function aDirectory() {
  const directory = createLibraryDirectory()
  for (const id of Object.keys(shelves)) {
    directory.put({
      key: id,
      id,
      title: id.split("/")[2]!,
      description: "",
      characteristicTerms: [],
      aliases: [],
      stars: -1,
      trustScore: -1,
      totalSnippets: 3,
      teamspaceKey: null,
    })
  }
  return directory
}

const everything = () => Object.keys(shelves).map((id) => ({ key: id, id, nameScore: 0 }))

function choose(question: string, candidates = selectLibraries(aDirectory(), question, {})): readonly ChosenLibrary[] {
  return chooseLibraries(
    candidates.map((candidate) => ({
      ...candidate,
      indexHash: "",
      match: queryLibrary(shelves[candidate.key]!, { query: question }),
    })),
  )
}

function pack(chosen: readonly ChosenLibrary[], tokens: number): CombinedAnswer {
  const shares = shareBudget(
    chosen.map(({ weight }) => weight),
    tokens,
  )
  const shown = createShownTexts()
  const libraries: LibraryAnswer[] = []
  let used = 0
  for (const [at, library] of chosen.entries()) {
    const packed = packLibrary(shelves[library.key]!, library, { maxTokens: shares[at]!, shown, length: "full" })
    libraries.push(packed.answer)
    used += packed.tokens
  }
  return { libraries: libraries.filter(({ blocks }) => blocks.length > 0), tokens: used }
}

describe("choosing libraries", () => {
  it("takes those that the question names, misspelt too, and no other", () => {
    expect(
      choose("uncaught exceptions in quokka and wombat.js")
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(["/quokka/quokka", "/wombat-web/wombat.js"])
    expect(choose("quoka: handler for uncaught exceptions").map(({ id }) => id)).toEqual(["/quokka/quokka"])
  })

  it("takes the one that covers the question when none is named", () => {
    expect(choose("how are spans sampled", everything()).map(({ id }) => id)).toEqual(["/numbat/docs"])
  })

  it("leaves out what the caller may not know of, and libraries without a word of the question", () => {
    const candidates = selectLibraries(aDirectory(), "uncaught exceptions in quokka", {
      isVisible: (key) => key !== "/quokka/quokka",
    })

    expect(candidates.map(({ key }) => key)).not.toContain("/quokka/quokka")
    expect(choose("xylophone", everything())).toEqual([])
  })

  it("takes four at most and does not depend on the order of the candidates", () => {
    const asked = Array.from({ length: 6 }, (_, at) => ({
      key: `${at}`,
      id: `/l/${at}`,
      nameScore: 1,
      indexHash: "",
      match: queryLibrary(shelves["/quokka/quokka"]!, { query: "route handler" }),
    }))

    const ids = chooseLibraries(asked).map(({ id }) => id)

    expect(ids).toEqual(["/l/0", "/l/1", "/l/2", "/l/3"])
    expect(chooseLibraries(asked.toReversed()).map(({ id }) => id)).toEqual(ids)
  })
})

describe("packing from several libraries", () => {
  it("gives every library its line, its blocks and room", () => {
    const answer = pack(choose("uncaught exceptions in quokka and wombat.js"), 5_000)
    const text = renderCombinedText(answer)

    expect(text).toMatch(/^Library: \/\S+\n\n### /)
    expect(text).toContain("Library: /quokka/quokka\n\n### Errors")
    expect(text).toContain(`\n\n${"-".repeat(32)}\n\nLibrary: `)
    expect(text).toContain("wombat.use(")
  })

  it("shows the same snippets in JSON, best first over all libraries", () => {
    const answer = pack(choose("uncaught exceptions in quokka and wombat.js"), 5_000)

    const json = renderCombinedJson(answer, (key, id) => shelves[key]!.index.snippet(id))
    const scores = inOneOrder(answer).map(({ library, snippet }) => library.scoreBySnippet.get(snippet.id)!)

    expect(json.codeSnippets.map(({ libraryId }) => libraryId).toSorted()).toEqual([
      "/quokka/quokka",
      "/wombat-web/wombat.js",
    ])
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })

  it("never exceeds the budget", () => {
    const section: fc.Arbitrary<TestSection> = fc
      .tuple(
        fc.constant(1),
        fc.constantFrom("alpha", "beta"),
        fc.array(fc.constantFrom("alpha one", "/alpha `x`", "`alpha()`", "beta alpha ".repeat(40)), { maxLength: 4 }),
      )
      .map(([level, heading, texts]) => [level, heading, ...texts])
    fc.assert(
      fc.property(
        fc.array(fc.array(section, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 500, max: 1_500 }),
        (libraries, tokens) => {
          const opened = libraries.map((sections, at) => openTestIndex([aPage(`p${at}.md`, `P${at}`, sections)]))
          const chosen = chooseLibraries(
            opened.map((shelved, at) => ({
              key: `${at}`,
              id: `/l/${at}`,
              nameScore: 1,
              indexHash: "",
              match: queryLibrary(shelved, { query: "alpha beta" }),
            })),
          )
          const shares = shareBudget(
            chosen.map(({ weight }) => weight),
            tokens,
          )
          const shown = createShownTexts()
          const packed = chosen.map((library, at) =>
            packLibrary(opened[Number(library.key)]!, library, { maxTokens: shares[at]!, shown, length: "full" }),
          )
          const text = renderCombinedText({
            libraries: packed.map(({ answer }) => answer).filter(({ blocks }) => blocks.length > 0),
            tokens: 0,
          })

          expect(encode(text).length).toBeLessThanOrEqual(tokens)
          for (const { index } of opened) {
            index.close()
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it("shares a budget whole, with an equal part for everybody", () => {
    const shares = shareBudget([3, 1], 1_000)

    expect(shares[0]! + shares[1]!).toBeLessThanOrEqual(1_000)
    expect(shares[1]).toBeGreaterThanOrEqual(300)
    expect(shares[0]).toBeGreaterThan(shares[1]!)
  })
})
