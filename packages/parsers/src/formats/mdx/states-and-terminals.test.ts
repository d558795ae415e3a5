import { expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseFile } from "../../parse-file.ts"

function read(text: string): readonly string[] {
  return parseFile({ format: "mdx", text, path: "page.mdx" }).document.blocks.map((block) =>
    block.kind === "code" ? `${block.language} ${shown(block)}` : shown(block),
  )
}

it.each<[what: string, text: string, blocks: readonly string[]]>([
  [
    "terminals as code",
    "<TerminalBlock>\n\nnpm i koi\nnpm i otter\n\n</TerminalBlock>",
    ["bash code:npm i koi\nnpm i otter"],
  ],
  [
    "lines of a console as code, with the strings in it",
    "<ConsoleBlockMulti>\n\n<ConsoleLogLine level=\"error\">\n\nNo pond:{'\\n'}\n{'  '}at <span>{'  <--'} Koi</span>{'\\n\\n'}\nEnd\n\n</ConsoleLogLine>\n\n</ConsoleBlockMulti>",
    ["text code:No pond:\n  at   <-- Koi\n\nEnd"],
  ],
  ["code blocks in a terminal as they are", "<Terminal>\n\n```sh\nls\n```\n\n</Terminal>", ["sh code:ls"]],
  [
    "states of features",
    "## <CanaryBadge /> `Koi` {/*koi*/}\n\n- <BetaBadge /> **optional** `pond`: A pond.\n- <Canary>Koi can sleep.</Canary>\n\n<ExperimentalBadge />\n\n<NewTag>new</NewTag>",
    ["## Koi (Canary)", "- (Beta) **optional** `pond`: A pond.\n- (Canary) Koi can sleep.", "(Experimental)", "(New)"],
  ],
  [
    "parts of a page",
    "Words.\n\n<Recap>\n\n- Koi swim.\n\n</Recap>\n\n<Challenges>\n\n#### Feed koi\n\nHow?\n\n</Challenges>",
    ["Words.", "**Recap**", "- Koi swim.", "**Challenges**", "#### Feed koi", "How?"],
  ],
  [
    "parts for one programming language",
    ":::python\n```python\nkoi()\n```\n:::\n\n:::js\nCall @[`koi`][koi].\n:::\n\nWords.",
    ["**Python**", "python code:koi()", "**JavaScript**", "Call `koi`.", "Words."],
  ],
])("shows %s", (_, text, blocks) => {
  expect(read(text)).toEqual(blocks)
})

it("shows parts for one programming language on pages of Markdown", () => {
  const text = ":::python\nCall @[`koi`][koi].\n:::\n\n:::js\nCall.\n:::\n"
  const { document } = parseFile({ format: "markdown", text, path: "page.md" })

  expect(document.blocks.map(shown)).toEqual(["**Python**", "Call `koi`.", "**JavaScript**", "Call."])
})

it.each(["markdown", "mdx"] as const)(
  "completes placeholders in headings whose closing sign is escaped, in %s",
  (format) => {
    const { document } = parseFile({ format, text: "### --pond &lt;url\\&gt;\n\nWords.", path: "page.md" })

    expect(document.blocks.map(shown)).toEqual(["### --pond <url>", "Words."])
  },
)

it("ends a part for one language after a table, and keeps its headings in the path of the page", () => {
  const text = "## Pond\n\n:::python\n### Koi\n\n| a |\n| - |\n| b |\n:::\n\n### Otter\n\nWords.\n"
  const { document } = parseFile({ format: "mdx", text, path: "page.mdx" })

  expect(document.blocks.map(shown)).toEqual(["## Pond", "### Koi", "**Python**", "table:a / b", "### Otter", "Words."])
})
