import { describe, expect, it } from "vitest"

import { renderContextText } from "./render.ts"
import type { AnswerSnippet } from "./pack-answer.ts"

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
const head = "Dig:\n\n```js\npond({\n  fish: [\n```"

describe("code that was cut", () => {
  it("is joined again", () => {
    expect(textOf(snippet(1, head), snippet(2, "```js\n    koi,\n  ],\n})\n```\n\nDone."))).toBe(
      "Dig:\n\n```js\npond({\n  fish: [\n    koi,\n  ],\n})\n```\n\nDone.\n",
    )
    expect(textOf(snippet(1, head), snippet(2, "```js\n})\n```"), snippet(3, "```js\n  .fill()\n```"))).toBe(
      "Dig:\n\n```js\npond({\n  fish: [\n})\n  .fill()\n```\n",
    )
  })

  it.each<[string, AnswerSnippet]>([
    ["that begins at the margin", snippet(2, "```js\nkoi()\n```")],
    ["in another language", snippet(2, "```ts\n  koi()\n```")],
    ["below a caption", snippet(2, "koi.js\n```js\n  koi()\n```")],
    ["after a gap", snippet(3, "```js\n  koi()\n```")],
    ["of another section", snippet(2, "```js\n  koi()\n```", { section: 1 })],
    ["in a longer fence", snippet(2, "````js\n  koi()\n````")],
  ])("is not joined with code %s", (_, next) => {
    expect(textOf(snippet(1, head), next)).toContain("  fish: [\n```\n")
  })
})
