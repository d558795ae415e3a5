import { describe, expect, it } from "vitest"

import { renderContextText } from "./render.ts"
import type { AnswerSnippet } from "./answer.ts"

const snippet = (id: number, content: string, rest: Partial<AnswerSnippet> = {}): AnswerSnippet => ({
  id,
  page: 0,
  section: 0,
  headingPath: ["Ponds"],
  content,
  url: "https://docs.example/ponds",
  contentTokens: 10,
  headingTokens: 3,
  headerTokens: 10,
  finding: undefined,
  alsoAt: [],
  ...rest,
})
const textOf = (...snippets: readonly AnswerSnippet[]) =>
  renderContextText({ blocks: [{ snippets }] })
    .split("\n")
    .slice(3)
    .join("\n")
const head = "Dig:\n\n```js\npond({\n  fish: [\n```\n\n[…]"
const rest = "[…]\n\n```js\n    koi,\n  ],\n})\n```\n\nDone."

describe("a block that was cut", () => {
  it.each([
    [
      "code",
      [head, "[…]\n\n```js\n})\n\n```\n\n[…]", "[…]\n\n```js\nfill()\n```"],
      "Dig:\n\n```js\npond({\n  fish: [\n})\n\nfill()\n```\n",
    ],
    ["code before prose", [head, rest], "Dig:\n\n```js\npond({\n  fish: [\n    koi,\n  ],\n})\n```\n\nDone.\n"],
    [
      "a table",
      ["| Fish | Size |\n|-|-|\n| koi | 2 |\n\n[…]", "[…]\n\n| Fish | Size |\n|-|-|\n| carp | 3 |"],
      "| Fish | Size |\n|-|-|\n| koi | 2 |\n| carp | 3 |\n",
    ],
    ["a table without a header", ["| koi | 2 |\n\n[…]", "[…]\n\n| carp | 3 |"], "| koi | 2 |\n| carp | 3 |\n"],
    ["a list", ["- koi\n\n[…]", "[…]\n\n- carp"], "- koi\n- carp\n"],
    ["paragraphs of an item", ["- koi\n\n[…]", "[…]\n\n  A fish."], "- koi\n\n  A fish.\n"],
    [
      "code in fences of different lengths",
      [head, "[…]\n\n````js\n})\n````"],
      "Dig:\n\n```js\npond({\n  fish: [\n```\n\n````js\n})\n````\n",
    ],
  ])("is joined again: %s", (_, contents, text) => {
    expect(textOf(...contents.map((content, at) => snippet(at + 1, content)))).toBe(text)
  })

  it("is marked where a part is not shown, code inside its fence", () => {
    expect(textOf(snippet(1, head))).toBe("Dig:\n\n```js\npond({\n  fish: [\n[…]\n```\n")
    expect(textOf(snippet(2, rest))).toMatch(/^```js\n\[…\]\n    koi/)
    expect(textOf(snippet(2, "[…]\n\n```js\n    koi,\n```\n\n[…]"))).toBe("```js\n[…]\n    koi,\n[…]\n```\n")
    expect(textOf(snippet(1, "Ponds."), snippet(3, rest))).toMatch(/^Ponds\.\n\n```js\n\[…\]\n    koi/)
    expect(textOf(snippet(1, head), snippet(3, rest))).toContain("  fish: [\n[…]\n```\n\n```js\n    koi")
    expect(textOf(snippet(1, head), snippet(3, "Fill it."))).toContain("\n[…]\n```\n\n[…]\n\nFill it.")
    expect(textOf(snippet(1, head), snippet(2, "Fill it.", { section: 1, headingPath: ["Ponds", "Fill"] }))).toContain(
      "\n[…]\n```\n\n#### Fill\n\nFill it.",
    )
    expect(textOf(snippet(1, "| koi | 2 |\n\n[…]"), snippet(3, "Fill it."))).toBe("| koi | 2 |\n\n[…]\n\nFill it.\n")
  })

  it("stays apart from suspicious text", () => {
    const flagged = snippet(2, rest, {
      finding: { kinds: ["command"], rules: [], score: 9 },
    })
    expect(textOf(snippet(1, head), flagged)).toContain("[…]\n```\n\nFlagged: command\n\n```js\n    koi")
  })
})

it("keeps code without a cut in blocks of its own", () => {
  expect(textOf(snippet(1, "```js\na()\n```"), snippet(2, "```js\nb()\n```"))).toBe(
    "```js\na()\n```\n\n```js\nb()\n```\n",
  )
})

it("names the other pages of a block once, at its end", () => {
  const old = "https://docs.example/old.md"
  const first = snippet(1, head, { alsoAt: [`${old}#L1-L9`, "https://docs.example/v2"] })
  const second = snippet(2, rest, { alsoAt: [`${old}#L10-L19`, "https://docs.example/v2"] })

  expect(textOf(first, second)).toBe(
    `Dig:\n\n\`\`\`js\npond({\n  fish: [\n    koi,\n  ],\n})\n\`\`\`\n\nDone.\n\nAlso at: ${old}, https://docs.example/v2\n`,
  )
  expect(textOf(first)).toContain(`Also at: ${old}#L1-L9, https://docs.example/v2\n`)
})

it("names the other pages of a text at the end of its block, below text that they lack", () => {
  const copied = snippet(1, "Dig.", { alsoAt: ["https://docs.example/v2"] })
  const other = snippet(2, "Fill.", { section: 1, headingPath: ["Ponds", "Fill"], omitsAfter: true })

  expect(textOf(copied, snippet(2, "Fill."))).toBe("Dig.\n\nFill.\n\nAlso at: https://docs.example/v2\n")
  expect(textOf(copied, other)).toMatch(/Fill\.\n\n\[…\]\n\nAlso at: https:\/\/docs\.example\/v2\n$/)
})

it("names the subsections that are left out after the text that introduces them", () => {
  const text = (...omittedSections: string[]) =>
    textOf(snippet(1, "There are two ways:", { omitsAfter: true, omittedSections }))

  expect(text("Dig", "Fill it")).toBe("There are two ways:\n\n[… Subsections: Dig; Fill it]\n")
  expect(text()).toBe("There are two ways:\n\n[…]\n")
})
