import { describe, expect, it } from "vitest"

import type { Block } from "@lectern/parsers"
import { cutPage } from "./cut-page.ts"
import { createPageDeduplicator } from "./deduplicate-pages.ts"

const long = "This paragraph is long enough to be recognised when it stands on two pages of a library."
const prose = (markdown: string): Block => ({ kind: "prose", markdown, role: "paragraph", lines: { start: 1, end: 1 } })
const pageOf = (path: string, ...texts: string[]) =>
  cutPage(
    { path, url: path },
    {
      title: path,
      blocks: texts.flatMap((text, level): Block[] => [
        { kind: "heading", level: 1, text: `H${level}`, lines: { start: 1, end: 1 } },
        prose(text),
      ]),
    },
  )

describe("createPageDeduplicator", () => {
  it("drops what stands word for word on an earlier page, white space and letter case aside", () => {
    const sieve = createPageDeduplicator()
    sieve.keep(pageOf("a.md", long))

    const kept = sieve.keep(pageOf("b.md", long.toUpperCase().replaceAll(" ", "  "), "Something else."))

    expect(kept.dropped).toBe(1)
    expect(kept.page.snippets.map((snippet) => snippet.content)).toEqual(["Something else."])
  })

  it("keeps a repetition that the next snippet of its section refers to", () => {
    const next = (text: string) => prose(`${text} `.repeat(60).slice(0, 760))
    const page = (path: string, text: string) =>
      cutPage({ path, url: path }, { title: path, blocks: [prose(long), next(text)] })
    const sieve = createPageDeduplicator()
    sieve.keep(page("a.md", "Koi are fish."))

    expect(sieve.keep(page("b.md", "It includes koi.")).dropped).toBe(0)
    expect(sieve.keep(page("c.md", "Carp are fish.")).dropped).toBe(1)
  })

  it("keeps the rest of a list that begins in other words", () => {
    const list = (kind: string) => [1, 2, 3].map((at) => `- ${kind} ${at}. ${"Swims in a pond. ".repeat(40)}`.trim())
    const page = (path: string, items: readonly string[]) =>
      cutPage({ path, url: path }, { title: path, blocks: [prose(items.join("\n"))] })
    const [, second = "", third = ""] = list("Koi")
    const sieve = createPageDeduplicator()
    const { page: first } = sieve.keep(page("a.md", list("Koi")))

    expect(first.snippets).toHaveLength(3)
    expect(sieve.keep(page("b.md", [...list("Carp").slice(0, 1), second, third])).dropped).toBe(0)
    expect(sieve.keep(page("c.md", list("Koi"))).dropped).toBe(3)
  })

  it("keeps repetitions inside one page and short snippets", () => {
    const sieve = createPageDeduplicator()

    expect(sieve.keep(pageOf("a.md", long, long, "See also.")).dropped).toBe(0)
    expect(sieve.keep(pageOf("b.md", "See also.")).dropped).toBe(0)
  })
})
