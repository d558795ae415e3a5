import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { expect, it } from "vitest"
import type { Finding } from "../../findings/finding.ts"
import type { AnswerSnippet } from "../answer.ts"
import { SnippetArrangement } from "../arrange-snippets.ts"
import { renderContextText } from "../render.ts"

const tokensOf = (text: string) => encode(text).length
const PATHS = [
  ["Guide", "Fly"],
  ["Guide", "Fly", "Alone, at night!"],
  ["Guide", "Fly", "Alone, at night!", "With bread"],
  ["Guide", "Fly", "`raven.send()` (fast)"],
  ["Guide", "Eat"],
]

/** A section with one snippet each, in the order of `paths`. */
const aSnippet = (section: number, paths = PATHS, lead = "Ravens do this:"): AnswerSnippet => {
  const headingPath = paths[section] ?? []
  const content = section === 0 ? lead : "Ravens do it."
  const url = "https://docs.example/ravens"
  return {
    id: section,
    section,
    page: 0,
    headingPath,
    content,
    url,
    contentTokens: tokensOf(`${content}\n\n`),
    headingTokens: tokensOf(`#### ${headingPath.slice(1).join(" > ")}\n\n`),
    headerTokens: tokensOf(`### ${headingPath.join(" > ")}\nSource: ${url}\n\n`),
    alsoAt: [],
  }
}

const FINDING: Finding = { kinds: ["instruction"], rules: ["addresses-agent"], score: 100 }

function answer(
  sections: readonly number[],
  { roomTokens = 1_000, paths = PATHS, flagged = -1, lead = "Ravens do this:" } = {},
) {
  const layout = {
    firstSnippetOfSection: Uint32Array.from([...paths.keys(), paths.length]),
    read: (id: number) => ({ ...aSnippet(id, paths), finding: id === flagged ? FINDING : undefined }),
  }
  const arrangement = new SnippetArrangement("reading order", layout)
  let tokens = 0
  for (const section of sections) {
    const snippet = aSnippet(section, paths, lead)
    tokens += arrangement.costOf(snippet, 1) + snippet.contentTokens
    arrangement.add(snippet, 1)
  }
  const { blocks, addedTokens } = arrangement.arrange(roomTokens)
  return { text: renderContextText({ blocks }), tokens, addedTokens }
}

it("names the direct subsections that are left out after their introduction", () => {
  expect(answer([0]).text).toMatch(/this:\n\n\[… Subsections: Alone, at night!; `raven\.send\(\)` \(fast\)\]\n$/)
  expect(answer([0, 3]).text).toContain("[… Subsections: Alone, at night!]")
  expect(answer([0, 1]).text).toContain("this:\n\n[… Subsections: `raven.send()` (fast)]\n\n#### Alone, at night!")
  expect(answer([0, 1, 3]).text).not.toContain("Subsections")
  expect(answer([0, 3], { lead: "Below are all ways." }).text).toContain("[… Subsections: Alone, at night!]")
  expect(answer([0, 3], { lead: "Ravens do it below the roof." }).text).not.toContain("Subsections")
})

it("counts the tokens of the names, and leaves them out if they do not fit", () => {
  const { text, tokens, addedTokens } = answer([0])

  expect(tokensOf(text)).toBeLessThanOrEqual(tokens + addedTokens)
  expect(answer([0], { roomTokens: addedTokens }).text).toBe(text)
  expect(answer([0], { roomTokens: addedTokens - 1 })).toMatchObject({ addedTokens: 0 })
  expect(answer([0], { roomTokens: addedTokens - 1 }).text).toMatch(/this:\n\n\[…\]\n$/)
})

it("does not name a subsection that is flagged, whose heading may be the reason", () => {
  expect(answer([0], { flagged: 1 }).text).toMatch(/this:\n\n\[… Subsections: `raven\.send\(\)` \(fast\)\]\n$/)
})

it("names at most eight subsections, and no section at the same level", () => {
  const many = [["Guide"], ...Array.from({ length: 40 }, (_, at) => ["Guide", `Way ${at + 1}`])]

  expect(answer([0], { paths: many }).text).toMatch(/\[… Subsections: Way 1; .*; Way 8\]\n$/)
  expect(
    answer([0], {
      paths: [
        ["Guide", "Fly"],
        ["Guide", "Eat"],
      ],
    }).text,
  ).toMatch(/this:\n\n\[…\]\n$/)
})
