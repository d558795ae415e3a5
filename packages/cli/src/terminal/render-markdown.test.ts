import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { renderMarkdown } from "./render-markdown.ts"

/** Shows styles as tags. */
const terminal = { columns: 100, style: (style: string, text: string) => `<${style}>${text}</${style}>` }
const render = (text: string) => renderMarkdown(text, terminal).join("\n")

describe("renderMarkdown", () => {
  it("styles headings, sources, code and separators differently", () => {
    const text =
      "### Validate\nSource: https://hono.dev/a\n\nUse `zod` and **nothing** else, see [the guide](https://hono.dev/g).\n\n```ts\nconst a = `x` // **no**\n\n```\n--------------------------------\n"

    expect(render(text)).toBe(
      [
        "<bold>Validate</bold>",
        "<dim>Source: https://hono.dev/a</dim>",
        "",
        "Use <cyan>zod</cyan> and <bold>nothing</bold> else, see the guide <dim>(https://hono.dev/g)</dim>.",
        "",
        "<dim>    ts</dim>",
        "    <cyan>const a = `x` // **no**</cyan>",
        "",
        `<dim>${"─".repeat(60)}</dim>`,
        "",
      ].join("\n"),
    )
  })

  it("closes a fence only at a fence of the same length", () => {
    expect(render("````md\n```js\nx\n```\n````\nafter")).toBe(
      "<dim>    md</dim>\n    <cyan>```js</cyan>\n    <cyan>x</cyan>\n    <cyan>```</cyan>\nafter",
    )
  })

  it("removes control characters in documentation", () => {
    expect(render("a\u001B]0;title\u0007b\u009B31m")).toBe("a]0;titleb31m")
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(render(text)).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/)
      }),
    )
  })
})
