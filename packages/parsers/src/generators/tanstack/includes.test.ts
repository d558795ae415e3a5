import { describe, expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const POND = [
  "---",
  "title: Ponds",
  "---",
  "A pond is dug with `usePond`.",
  "",
  "[//]: # 'Dig'",
  "",
  "```ts",
  "usePond('react')",
  "```",
  "",
  "[//]: # 'Dig'",
  "[//]: # 'Note'",
  "Only in React.",
  "[//]: # 'Note'",
  "",
  "## Herons",
  "",
  "A hook waits for usePonds().",
].join("\n")

function expand(page: string) {
  const made = expandIncludes({ format: "markdown", text: page, path: "docs/framework/vue/ponds.md" }, (path) =>
    path === "docs/framework/react/ponds.md" ? { text: POND } : undefined,
  )
  return { text: made?.text ?? page, origins: made?.origins, problems: made?.problems.map(({ message }) => message) }
}

const page = (front: string, body = "") => `---\ntitle: Ponds\nref: docs/framework/react/ponds.md\n${front}---\n${body}`

describe("a page that takes its text from another", () => {
  it("has the text of the other, with the front matter of its own", () => {
    expect(expand(page("")).text).toBe(`${page("")}\n${POND.split("\n").slice(3).join("\n")}`.replace("\n\n", "\n"))
  })

  it("puts its sections in the place of the others, and leaves out what stands outside of them", () => {
    const { text, origins } = expand(
      page("", "Lost.\n[//]: # 'Dig'\nusePond('vue')\n[//]: # 'Dig'\n[//]: # 'Note'\n[//]: # 'Note'"),
    )

    expect(text).toContain(
      "A pond is dug with `usePond`.\n\n[//]: # 'Dig'\nusePond('vue')\n[//]: # 'Dig'\n[//]: # 'Note'\n[//]: # 'Note'",
    )
    expect(text).toContain("## Herons")
    expect(text).not.toMatch(/react'|Lost|Only in React/)
    expect(origins?.[text.split("\n").indexOf("usePond('vue')")]).toBe(7)
  })

  it("replaces words in the text of the other page, in order", () => {
    const { text } = expand(
      page(
        "replace: { 'usePonds[(]': 'useMany(() => ', 'usePond': 'createPond', 'a\\\\.b': 'c', 'hook': 'composable' }\n",
      ),
    )

    expect(text).toContain("dug with `createPond`")
    expect(text).toContain("A composable waits for useMany(() => ).")
  })

  it("stops replacing before the text is too long", () => {
    const doubling = Array.from({ length: 90 }, (_, index) => `  'o${"o".repeat(index)}': '${"oo".repeat(500)}'\n`)

    expect(expand(page(`replace:\n${doubling.join("")}`)).text.length).toBeLessThan(1_200_000)
  })

  it("keeps its own text if the other page does not exist", () => {
    const own = page("", "Own text.").replace("react/ponds", "react/lakes")

    expect(expand(own)).toMatchObject({
      text: own,
      problems: ["docs/framework/react/lakes.md could not be included: the file does not exist"],
    })
  })

  it.each(["---\nref: 4\n---\nText.", "---\nref: ./code.ts\n---\nText.", "ref: a.md", "---\nref: [a.md]\n---\nText."])(
    "is only one that names a page: %j",
    (text) => {
      expect(expand(text).text).toBe(text)
    },
  )
})
