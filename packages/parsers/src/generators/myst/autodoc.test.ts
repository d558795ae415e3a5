import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { outlinePython } from "../../code/symbols/parse-source-code.ts"
import { expandIncludes } from "../expand-includes.ts"
import type { ReadIncluded } from "../includes/include-context.ts"

const outline = await outlinePython(
  'def net(price):\n    "Without taxes."\n\ndef gross(price): "With taxes."\n',
  "prices.py",
)
const read: ReadIncluded = (path, form) =>
  form === "outline" && path === "**/shop/prices.py" ? { outline } : undefined

function expand(page: string) {
  return expandIncludes({ format: "markdown", text: page, path: "docs/api.md" }, read)
}

describe("expandMystAutodoc", () => {
  it("puts in what fences of autodoc show, in the module that an earlier one sets", () => {
    const made = expand(
      "# API\n\n```{currentmodule} shop.prices\n```\n\nFirst.\n\n```{autofunction} net\n:no-index:\n```\n\nLast.",
    )

    expect(made?.text.replaceAll(/\n{3,}/g, "\n\n")).toBe(
      "# API\n\n```{currentmodule} shop.prices\n```\n\nFirst.\n\n```{eval-rst}\n\n.. function:: net(price)\n\n   Without taxes.\n\n```\n\nLast.",
    )
    expect(made?.origins.slice(7, 12)).toEqual([8, 8, 8, 8, 8])
    expect(made?.origins.at(-1)).toBe(12)
  })

  it("puts in what reStructuredText between Markdown shows, and what autosummary lists", () => {
    const text = expand(
      "````{eval-rst}\n.. module:: shop.prices\n\n.. autosummary::\n   :toctree:\n\n   net\n   gross\n````\n\n:::{autofunction} shop.prices.gross\n:::\n",
    )?.text

    expect(text).toMatch(/^```\{eval-rst\}\n\.\. module:: shop\.prices\n/)
    expect(text).toContain(".. function:: net(price)\n\n   Without taxes.")
    expect(text?.match(/With taxes\./g)).toHaveLength(2)
  })

  it.each([
    "````md\n```{autofunction} shop.prices.net\n```\n````",
    "```{eval-rst}\n.. note:: A.\n```\n\n```{note}\n.. autofunction:: x\n```",
  ])("leaves what is shown as it is written: %s", (page) => {
    expect(expand(page)?.text ?? page).toBe(page)
  })

  it("takes any page without harm", () => {
    const line = fc.constantFrom(
      "```{autofunction} shop.prices.net",
      "```{eval-rst}",
      ".. autosummary::",
      "   :toctree:",
      "   net",
      "```",
      ":::",
      "~~~",
      "````",
      "",
      "Text.",
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const made = expand(lines.join("\n"))

        expect(made?.origins.length ?? 0).toBe(made?.text.split("\n").length ?? 0)
      }),
    )
  })
})
