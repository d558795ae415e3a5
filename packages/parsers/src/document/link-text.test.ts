import { describe, expect, it } from "vitest"
import { parseFile } from "../parse-file.ts"
import type { FormatName } from "./document.ts"
import { linkText } from "./link-text.ts"

function proseOf(format: FormatName, text: string): string {
  const { blocks } = parseFile({ format, text, path: "page" }).document
  return blocks.flatMap((block) => (block.kind === "prose" ? [block.markdown] : [])).join("\n\n")
}

describe("targets of links", () => {
  it.each([
    ["markdown", "See [here](https://otter.example/food) for food.\n"],
    ["markdown", 'See <a href="https://otter.example/food">here</a> for food.\n'],
    ["mdx", "See [here](https://otter.example/food) for food.\n\n<Tip>fish</Tip>\n"],
    ["html", '<main><h1>Otters</h1><p>See <a href="https://otter.example/food">here</a> for food.</p></main>'],
    ["restructured-text", "See `here <https://otter.example/food>`_ for food.\n"],
  ] as const)("are kept in %s where the text says nothing", (format, text) => {
    expect(proseOf(format, text)).toContain("See [here](https://otter.example/food) for food.")
  })

  it.each([
    ["markdown", "Otters eat [sea urchins](https://otter.example/urchins) and fish.\n"],
    ["html", '<main><h1>O</h1><p>Otters eat <a href="https://otter.example/u">sea urchins</a> and fish.</p></main>'],
    ["restructured-text", "Otters eat `sea urchins <https://otter.example/urchins>`_ and fish.\n"],
  ] as const)("are left out of %s where the text is enough", (format, text) => {
    expect(proseOf(format, text)).toContain("Otters eat sea urchins and fish.")
  })

  it.each([
    "this workaround",
    "these steps",
    "this GitHub issue",
    "below",
    "Give Feedback",
    "the feedback discussion here.",
    "here!",
    "**this**",
    "a working example",
    "an example",
    "the official documentation",
  ])("are kept where the text only points, as %s does", (text) => {
    expect(linkText(text, "https://otter.example/food", false)).toBe(`[${text}](https://otter.example/food)`)
  })

  it.each([
    "this key is public to all",
    "the guide to rivers",
    "heredity",
    "thistles",
    "the packages page",
    "an otter",
  ])("are left out where the text names them, as %s does", (text) => {
    expect(linkText(text, "https://otter.example/food", false)).toBe(text)
  })

  it("are kept of components that are links", () => {
    const text = '<LessonLink href="https://otter.example/dive" type="x">Watch a lesson</LessonLink>\n'

    expect(proseOf("markdown", text)).toBe("[Watch a lesson](https://otter.example/dive)")
  })

  it("are kept in lists of links to other sites", () => {
    const text =
      "- [Raft](https://raft.example): builds rafts\n- [**Holt**](https://holt.example)\n- [Guide](guide.md)\n"

    expect(proseOf("markdown", text)).toBe(
      "- [Raft](https://raft.example): builds rafts\n- [**Holt**](https://holt.example)\n- Guide",
    )
  })

  it.each([
    ["here", "#top"],
    ["here", "javascript:alert(1)"],
    ["here", "mailto:otter@example.com"],
    ["here", "{{ site.url }}/a"],
    ["here", `https://otter.example/${"x".repeat(120)}`],
    ["here", "a b"],
    ["https://otter.example", "https://otter.example"],
  ])("of [%s](%s) are dropped", (text, target) => {
    expect(linkText(text, target, true)).toBe(text)
  })

  it("lead to the latest version instead of a placeholder for it", () => {
    expect(proseOf("markdown", "See [here](https://otter.example/<OTTER_VERSION>/dive/#a).")).toBe(
      "See [here](https://otter.example/latest/dive/#a).",
    )
    expect(linkText("here", "https://otter.example/<VERSION>/", false)).toBe("[here](https://otter.example/latest/)")
    expect(linkText("Raft", "https://otter.example/<VERSION>/raft", true)).toBe("Raft")
  })

  it("lose what only counts visits", () => {
    expect(linkText("Raft", "https://raft.example/?utm_source=otter&utm_medium=docs#a", true)).toBe(
      "[Raft](https://raft.example/#a)",
    )
  })
})

it("shows the target of a link whose text breaks over a line", () => {
  const text = "You can [get the fish\nhere.](https://otter.example/food) Now.\n"
  const { document } = parseFile({ format: "mdx", text, path: "a.mdx" })

  expect(JSON.stringify(document.blocks)).toContain("(https://otter.example/food)")
})
