import { expect, it } from "vitest"
import { aPage, openTestIndex } from "../index/index.testing.ts"
import { answerQuestion } from "./answer-question.ts"
import { renderEnding } from "./render.ts"

const LONG = "h".repeat(50)
const library = openTestIndex(
  Array.from({ length: 20 }, (_, page) =>
    aPage(
      `pond${page}.md`,
      `Pond ${page}`,
      Array.from({ length: 6 }, (_, part) => [
        2,
        page === 12 ? LONG : `Dam ${part}`,
        `${part === 2 ? "A leaking dam is repaired with mud before the dam breaks. " : ""}The leaking dam of part ${part} keeps ${Array.from({ length: 20 }, (_, item) => `reed${page}x${part}x${item}`).join(" and ")}.`,
      ]),
    ),
  ),
)
const ask = (tokens: number) =>
  answerQuestion(library, { query: "how is a leaking dam repaired", tokens, length: "auto" })

it("names the best sections that an answer leaves out, with the heading above them", () => {
  const { blocks, ending } = ask(2_000)
  const shown = blocks.flatMap(({ snippets }) => snippets.map(({ headingPath }) => headingPath.join(" > ")))

  expect(ending.sections).toHaveLength(3)
  for (const name of ending.sections ?? []) {
    expect(name).toMatch(/^Pond \d+ > Dam 2$/)
    expect(shown).not.toContain(name)
  }
  expect(renderEnding(ending)).toMatch(
    / match less well: Pond [^\n]*Dam 2\. Narrow the question, or set length=full\.\]\n$/,
  )
})

it("names no sections in short answers", () => {
  expect(ask(1_999).ending.sections).toEqual([])
})
