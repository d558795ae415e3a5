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

  it("keeps repetitions in a section that also has other text, and drops a section that is repeated as a whole", () => {
    const other = (text: string) => prose(`${text} `.repeat(60).slice(0, 760))
    const page = (path: string, text: string) =>
      cutPage({ path, url: path }, { title: path, blocks: [prose(long), other(text)] })
    const sieve = createPageDeduplicator()
    sieve.keep(page("a.md", "Koi are fish."))

    expect(sieve.keep(page("b.md", "Carp are fish.")).dropped).toBe(0)
    expect(sieve.keep(page("c.md", "Carp are fish.")).dropped).toBe(2)
  })

  it("keeps repetitions inside one page and short snippets", () => {
    const sieve = createPageDeduplicator()

    expect(sieve.keep(pageOf("a.md", long, long, "See also.")).dropped).toBe(0)
    expect(sieve.keep(pageOf("b.md", "See also.")).dropped).toBe(0)
  })
})
