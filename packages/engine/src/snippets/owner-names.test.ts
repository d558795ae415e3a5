import { describe, expect, it } from "vitest"
import type { Block } from "@lectern/parsers"
import { cutPage } from "./cut-page.ts"

const lines = { start: 1, end: 1 }
const heading = (level: number, text: string, isEntry = false): Block => ({
  kind: "heading",
  level,
  text,
  isEntry,
  lines,
})
const prose = (markdown: string): Block => ({ kind: "prose", markdown, role: "paragraph", lines })

function headingsOf(...blocks: readonly Block[]): readonly (string | undefined)[] {
  const page = cutPage({ path: "koi.md", url: "https://koi.example/" }, { title: "Koi", blocks })
  return page.snippets.map(({ headingPath }) => headingPath.at(-1))
}

describe("the heading of a section", () => {
  it("names the entry that a member or an option belongs to", () => {
    expect(
      headingsOf(
        heading(1, "Koi"),
        heading(2, "feed", true),
        prose("Feeds."),
        heading(3, "amount", true),
        prose("How much."),
        heading(2, "Ponds"),
        heading(3, "depth", true),
        prose("How deep."),
      ),
    ).toEqual(["feed", "feed > amount", "depth"])
  })

  it("names the section above it if the page has the same heading elsewhere", () => {
    expect(
      headingsOf(
        heading(1, "Koi"),
        heading(2, "Usage"),
        prose("Use it."),
        heading(2, "feed()"),
        heading(3, "Usage"),
        prose("Feed them."),
        heading(3, "Type"),
        prose("A function."),
      ),
    ).toEqual(["Usage", "feed() > Usage", "Type"])
  })

  it("stays as it is if it names its owner itself, or if entries only interrupt its section", () => {
    expect(
      headingsOf(
        heading(1, "Koi"),
        heading(2, "class koi.Pond(water)", true),
        prose("A pond."),
        heading(3, "Pond.drain()", true),
        prose("Drains it."),
        heading(2, "Ponds"),
        heading(3, "Depth"),
        prose("Deep."),
        heading(3, "Depth"),
        prose("Deeper."),
      ),
    ).toEqual(["class koi.Pond(water)", "Pond.drain()", "Depth", "Depth"])
  })
})
