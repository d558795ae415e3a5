import { describe, expect, it } from "vitest"

import type { Block } from "@lectern/parsers"
import { openTestIndex } from "../../index/index.testing.ts"
import { cutPage } from "../../snippets/cut-page.ts"
import type { RankedCandidate } from "../candidate-signals.ts"
import { CodeVariants } from "./code-variants.ts"
import { packAnswer } from "../pack-answer.ts"

const lines = { start: 1, end: 1 }
const prose = (markdown: string): Block => ({ kind: "prose", markdown, role: "paragraph", lines })
const code = (language: string, text: string): Block => ({ kind: "code", language, code: text, lines })
const NAMES = "perch,nest,beak,wing,feather,claw,tail,seal,letter,saddlebag,tower,mews,hood,bell,glove,lure".split(",")
const BIRDS = "owl,tern,wren,crow,finch,swan,heron,stork,eagle,robin,swift,crane,goose,gull,hawk,jay".split(",")
const SIGNS = "{}()[]"

/** Returns code of about five hundred characters with these words; the rest of each line is not a word. */
const listing = (words: readonly string[], lead = "") =>
  lead + words.map((word, at) => `  ${SIGNS.repeat(3)} ${word} ${SIGNS.slice(at % 5)}`).join("\n")
/** Returns half of the words of each list. */
const mixed = [...NAMES.slice(0, 8), ...BIRDS.slice(0, 8)]

/** Opens an index of one page that has a section with these blocks. */
function open(...blocks: readonly Block[]) {
  const heading: Block = { kind: "heading", level: 1, text: "Ravens", lines }
  const page = cutPage(
    { path: "a.md", url: "https://docs.example/a" },
    { title: "Birds", blocks: [heading, ...blocks] },
  )
  return openTestIndex([page])
}

/** Finds the variants of a snippet's code. */
function variantsIn(rankable: ReturnType<typeof open>) {
  const { index, session } = rankable
  return new CodeVariants(index, session, (id) => index.indexedSnippet(id).content)
}
const variantsOf = (id: number, ...blocks: readonly Block[]) => variantsIn(open(...blocks)).of(id)

const NOT_VARIANTS = [[0]]
const VARIANTS = [[0], [1]]

describe("variants of code", () => {
  it.each<[string, readonly Block[], readonly (readonly number[])[]]>([
    [
      "in programming languages, with the same words",
      [code("java", listing(NAMES)), code("kotlin", listing(NAMES))],
      VARIANTS,
    ],
    [
      "in programming languages, with other words",
      [code("java", listing(NAMES)), code("kotlin", listing(BIRDS))],
      NOT_VARIANTS,
    ],
    [
      "in programming languages, with a third of the words",
      [code("java", listing(NAMES)), code("kotlin", listing(mixed))],
      NOT_VARIANTS,
    ],
    ["in one language", [code("java", listing(NAMES)), code("java", listing(NAMES))], NOT_VARIANTS],
    ["of which one has no language", [code("java", listing(NAMES)), code("", listing(NAMES))], NOT_VARIANTS],
    ["of which the first has no language", [code("", listing(NAMES)), code("java", listing(NAMES))], NOT_VARIANTS],
    [
      "in formats, with all words of the shorter one",
      [code("yaml", listing(NAMES.slice(0, 11))), code("xml", listing(NAMES))],
      VARIANTS,
    ],
    ["in formats, with half of the words", [code("yaml", listing(NAMES)), code("xml", listing(mixed))], NOT_VARIANTS],
    [
      "in a format and a programming language",
      [code("yaml", listing(NAMES)), code("java", listing(NAMES))],
      NOT_VARIANTS,
    ],
    [
      "for one file",
      [code("yaml", listing(NAMES, "# etc/birds.yaml\n")), code("xml", listing(BIRDS, "<!-- etc/birds.xml -->\n"))],
      VARIANTS,
    ],
    [
      "for two files",
      [code("yaml", listing(NAMES, "# etc/birds.yaml\n")), code("xml", listing(BIRDS, "<!-- etc/owls.xml -->\n"))],
      NOT_VARIANTS,
    ],
  ])("%s", (_, blocks, expected) => {
    expect(variantsOf(0, ...blocks)).toEqual(expected)
  })

  const [java, kotlin, scala] = ["java", "kotlin", "scala"].map((language) => code(language, listing(NAMES))) as [
    Block,
    Block,
    Block,
  ]
  const other = code("java", listing(BIRDS))

  it("are found from each of them, and only those that belong together", () => {
    const blocks = [java, kotlin, scala, other, code("kotlin", listing(BIRDS))]

    for (const id of [0, 1, 2]) expect(variantsOf(id, ...blocks)).toEqual([[0], [1], [2]])
    for (const id of [3, 4]) expect(variantsOf(id, ...blocks)).toEqual([[3], [4]])
  })

  it("do not include text", () => {
    expect(variantsOf(1, java, prose(`The ${NAMES.join(" and the ")} are parts of it. `.repeat(4)), kotlin)).toEqual([
      [1],
    ])
  })

  it("may consist of several snippets", () => {
    const long = (language: string) => code(language, listing([...NAMES, ...NAMES, ...NAMES]))
    const rankable = open(long("java"), long("kotlin"))
    const variants = variantsIn(rankable).of(0)

    expect(variants).toHaveLength(2)
    expect(variants.map((parts) => parts.length > 1)).toEqual([true, true])
    expect(variantsIn(rankable).of(variants[1]?.at(-1) ?? -1)).toEqual(variants)
  })

  it("are further ones if they come after the first", () => {
    const variants = variantsIn(open(java, kotlin, scala, other))

    expect([0, 1, 2, 3].map((id) => variants.isFurther(id, 2))).toEqual([false, true, false, false])
  })
})

describe("an answer with code in several languages", () => {
  const idsIn = (rankable: ReturnType<typeof open>, ids: readonly number[], length: "auto" | "full" = "full") => {
    const candidates = ids.map((snippet, at) => {
      const { page, section } = rankable.index.indexedSnippet(snippet)
      return { snippet, page, section, score: 1 - at / 20, baseScore: 1, rerankScore: 0 } as RankedCandidate
    })
    const { blocks } = packAnswer(rankable, candidates, { maxTokens: 5_000, maxSnippets: 9, length })
    return blocks.flatMap(({ snippets }) => snippets).map(({ id }) => id)
  }
  const java = code("java", listing(NAMES))
  // In another order, so that the texts are not near-duplicates.
  const kotlin = code("kotlin", listing(NAMES.toReversed()))
  const scala = code("scala", listing([...NAMES.slice(8), ...NAMES.slice(0, 8)]))

  it("contains no variant of what a sentence introduced", () => {
    const rankable = open(code("", listing(BIRDS)), java, kotlin)
    const { index } = rankable
    const indexedSnippet = (id: number) =>
      id === 0 ? { ...index.indexedSnippet(0), content: "Create them like this:" } : index.indexedSnippet(id)

    expect(idsIn({ ...rankable, index: { ...index, indexedSnippet } }, [0, 2])).toEqual([0, 1])
  })

  it("contains no variant before the one that the question prefers", () => {
    expect(idsIn(open(java, kotlin, scala), [2])).toEqual([2])
  })

  it("contains no variant in a gap", () => {
    const rankable = open(java, kotlin, prose("This is what ravens need in a tower. ".repeat(14)))

    expect(idsIn(rankable, [0, 2], "auto")).toEqual([0, 2])
  })

  it("contains both parts of code that was cut, also if the first one is another candidate", () => {
    expect(idsIn(open(code("java", listing([...NAMES, ...BIRDS]))), [1, 0])).toEqual([0, 1])
  })
})
