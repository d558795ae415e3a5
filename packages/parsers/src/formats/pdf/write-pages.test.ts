import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { writePages } from "./write-pages.ts"

const pagesOf = (...texts: readonly string[]) => texts.map((markdown, index) => ({ number: index + 1, markdown }))
const blocksOf = (...texts: readonly string[]) => writePages(pagesOf(...texts), []).document.blocks
const shown = (...texts: readonly string[]) =>
  blocksOf(...texts).map((block) =>
    block.kind === "heading" ? `# ${block.text}` : block.kind === "prose" ? block.markdown : block.kind,
  )

describe("pages of a PDF", () => {
  it("have no table of contents, which names what stands in them", () => {
    expect(
      shown(
        "# Contents\n\nI Rivers 21\n\nBanks xi\n\nSee the banks.",
        "## Otter 5 CONTENTS\n\n## Stones 30\n\nPebbles 31",
        "# Chapter 12\n\nIn 2021",
      ),
    ).toEqual(["See the banks.", "# Chapter 12", "In 2021"])
  })

  it("show signs in the font of formulas as signs", () => {
    expect(shown("Set term *<*type*>* with *care* and **bold**, *\\*begin.")).toEqual([
      "Set term <type> with *care* and **bold**, \\begin.",
    ])
  })

  it("become blocks that stand on their page", () => {
    const blocks = blocksOf(
      "# Guide\n\nFirst.",
      "## Setup\n\n1. Unpack\n2. Run",
      "```\nrun()\n```\nAfter.\n|A|B|\n|---|---|\n|1|2|",
    )

    expect(blocks.map(({ kind, lines }) => [kind, lines.start])).toEqual([
      ["heading", 1],
      ["prose", 1],
      ["heading", 2],
      ["prose", 2],
      ["code", 3],
      ["prose", 3],
      ["table", 3],
    ])
    expect(blocks[3]).toMatchObject({ role: "list", markdown: "1. Unpack\n2. Run" })
    expect(blocks[6]).toMatchObject({ header: ["A", "B"], rows: [["1", "2"]] })
  })

  it("lose titles and numbers that run through them, but no heading and no sentence that stands once", () => {
    const page = (number: number, body: string) => `Rocket handbook\n\n${body}\n\nPage ${number} of 9`

    expect(
      shown(
        page(1, "# Rocket handbook\n\nOne."),
        page(2, "## Step 2\n\nTwo."),
        page(3, "## Step 3\n\nThree."),
        page(4, "Four."),
      ),
    ).toEqual(["# Rocket handbook", "One.", "# Step 2", "Two.", "# Step 3", "Three.", "Four."])
  })

  it("keep a line that three pages far apart begin with", () => {
    const texts = Array.from({ length: 20 }, (_, index) =>
      index % 8 === 0 ? "Example\n\nText." : `Page of ${"x".repeat(index)}.`,
    )

    expect(shown(...texts).filter((text) => text === "Example")).toHaveLength(3)
  })

  it.each([
    ["the red but- ton", "the red button"],
    ["day-to- day use", "day-to-day use"],
    ["pre- and postconditions", "pre- and postconditions"],
    ["a well- known word, which is well-known", "a well-known word, which is well-known"],
    ["vor- und nachher", "vor- und nachher"],
  ])("put the words of %j together", (text, expected) => {
    expect(shown(text)).toEqual([expected])
  })

  it("go on with a paragraph that the end of a page has parted", () => {
    expect(shown("The engine is", "ignited by hand.", "Then it runs.")).toEqual([
      "The engine is ignited by hand.",
      "Then it runs.",
    ])
  })

  it("lose the table of contents", () => {
    expect(shown("# Contents\n\n1. Start ............ 3\n2.1 Run . . . . . . 12\nAppendix\tvii\nText stays.")).toEqual([
      "Text stays.",
    ])
  })

  it("keep angle brackets, which are no tags here", () => {
    expect(shown("Use Vec<String> and <b>.")).toEqual(["Use Vec<String> and <b>."])
  })

  it("are read in any form, with lines in order", () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom("```", "|a|b|", "|---|---|", "# H", "- item", "12", "", "a .... 3", "but- ton"),
    )
    fc.assert(
      fc.property(
        fc.array(
          fc.array(line).map((lines) => lines.join("\n")),
          { maxLength: 8 },
        ),
        (texts) => {
          const starts = blocksOf(...texts).map(({ lines }) => lines.start)
          expect(starts).toEqual(starts.toSorted((one, other) => one - other))
          expect(starts.every((start) => start >= 1 && start <= Math.max(1, texts.length))).toBe(true)
        },
      ),
    )
  })
})
