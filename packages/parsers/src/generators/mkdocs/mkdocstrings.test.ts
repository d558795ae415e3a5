import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { PythonModule } from "../../code/python-api/python-module.ts"
import { outlinePython } from "../../code/symbols/parse-source-code.ts"
import { expandIncludes } from "../expand-includes.ts"
import type { ReadIncluded } from "../includes/include-context.ts"

const FILES: Readonly<Record<string, string>> = {
  "src/tea/__init__.py": '"""Brews tea."""\nfrom ._pot import Pot, brew\n__all__ = ["Pot", "brew"]\n',
  "src/tea/_pot.py": `
from typing import Annotated, Self
from typing_extensions import Doc

class Base:
    def wash(self):
        """Washes."""

class Pot(Base):
    """
    Holds tea, see [brew][tea.brew] and \`lids[0][1]\`.

    \`\`\`python
    >>> Pot(size=2)[0][1]
    \`\`\`
    """

    def __init__(
        self: Self,
        size: Annotated[
            int,
            Doc(
                """
                Cups that go in.

                **Example**

                \`\`\`python
                Pot(size=3)
                \`\`\`
                """
            ),
        ] = 4,
        *args: Annotated[str, Doc("More.")],
        lid=None,
    ) -> None:
        "Makes a pot."

    def pour(self, cups: int = 1) -> int:
        """Pours.

        Args:
            cups: How many.

        Returns:
            What is left.
        """

    def shake(self): pass
    def _hidden(self): "Hidden."

async def brew(*leaves): "Brews."
`,
  "mkdocs.yml":
    "plugins:\n  - search\n  - mkdocstrings:\n      handlers:\n        python:\n          options:\n            inherited_members: true\n  - other: !!python/name:os.system\n",
}
const outlines = new Map<string, PythonModule>()
for (const [path, text] of Object.entries(FILES)) {
  if (path.endsWith(".py")) outlines.set(path, await outlinePython(text, path))
}

function expand(page: string, hasSettings = false): string {
  const read: ReadIncluded = (asked, form) => {
    const found = Object.keys(FILES).find((file) => file === asked || `**/${file.replace("src/", "")}` === asked)
    if (found === undefined || (found === "mkdocs.yml" && !hasSettings)) return undefined
    const outline = outlines.get(found)
    return form === "outline" && outline !== undefined ? { outline } : { text: FILES[found] ?? "" }
  }
  return (
    expandIncludes({ format: "markdown", text: page, path: "docs/api.md" }, read)
      ?.text.replaceAll(/\n{3,}/g, "\n\n")
      .trim() ?? page
  )
}

describe("expandMkdocstrings", () => {
  it("puts in headings with signatures, docstrings, and what annotations say of parameters", () => {
    const text = expand("# API\n\n::: tea.Pot\n    options:\n      members:\n        - pour\n\nAfter.\n")

    expect(text).toBe(`# API

## \`tea.Pot(size: int = 4, *args: str, lid=None)\`

Holds tea, see brew and \`lids[0][1]\`.

\`\`\`python
>>> Pot(size=2)[0][1]
\`\`\`

Makes a pot.

Parameters:

- \`size\`: Cups that go in.

  **Example**

  \`\`\`python
  Pot(size=3)
  \`\`\`
- \`*args\`: More.

### \`pour(cups: int = 1) -> int\`

Pours.

Parameters:

- \`cups\`: How many.

Returns: What is left.

After.`)
  })

  it("follows the options of the site, and shows what is documented where nothing is chosen", () => {
    const text = expand("::: tea.Pot\n", true)

    expect(text).toContain("## `tea.Pot(size")
    expect(text).toMatch(/Makes a pot\.[^]*### `pour[^]*### `wash\(\)`/)
    expect(text).not.toMatch(/__init__|shake|hidden/i)
    expect(expand("::: tea.Pot\n")).not.toContain("wash")
    expect(expand("::: tea.Pot\n    options:\n      members: false\n", true)).not.toContain("pour")
  })

  it("reads whole modules, and the options of mkautodoc", () => {
    expect(expand("## Tea\n\n::: tea._pot\n")).toContain("### `tea._pot`")
    expect(expand("::: tea.Pot\n    :docstring:\n    :members: wash\n")).toContain("### `wash()`")
    expect(expand("::: tea.brew\n")).toBe("## `async tea.brew(*leaves)`\n\nBrews.")
  })

  it.each([
    "::: tea.Cup",
    "::: other.Pot\n    options:\n      members: [a]",
    "::: note\nWords.\n:::",
    "```\n::: tea.Pot\n```",
    "::: tea.Pot.shake",
  ])("leaves what it does not find, or of which nothing is said, as it stands: %s", (page) => {
    expect(expand(page)).toBe(page)
  })

  it("reads settings of a megabyte of spaces in no time", () => {
    const settings = `${" ".repeat(1_000_000)}\nmkdocstrings:\n${" ".repeat(1_000_000)}`
    const usedBefore = process.cpuUsage()

    expandIncludes({ format: "markdown", text: "::: tea.Pot\n", path: "api.md" }, (path) =>
      path === "mkdocs.yml" ? { text: settings } : undefined,
    )

    expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(2_000)
  })

  it("takes any options without harm", () => {
    const line = fc.constantFrom(
      "options:",
      "  members:",
      "    - pour",
      "members: &a [*a]",
      "  filters: []",
      ": :",
      "\t-",
      ":members:",
      "!!js x",
      "  ? {",
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        expect(expand(`::: tea.Pot\n${lines.map((text) => `    ${text}`).join("\n")}\n`)).toContain("Holds tea")
      }),
    )
  })
})
