import { describe, expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parsePage } from "../../parse-page.ts"

async function read(text: string): Promise<readonly string[]> {
  const page = { format: "asciidoc", text, path: "docs/page.adoc" } as const
  return (await parsePage(page, { read: () => undefined })).document.blocks.map(shown)
}

describe("pages of AsciiDoc, as their sites show them", () => {
  it.each<[what: string, text: string, blocks: readonly string[]]>([
    [
      "no title above code whose file cannot be read",
      "Clean it.\n\n.Cleaning the `lake`\n====\n[source,java]\n----\ninclude::{lake-dir}/Lake.java[tags=clean]\n----\n====\n\n.A *heron*\n----\ninclude::heron.java[]\n----\n\nRest.",
      ["Clean it.", "Rest."],
    ],
    [
      "the title of an example that has other content",
      ".Cleaning\n====\nWords.\n\n----\ninclude::heron.java[]\n----\n====",
      ["**Cleaning**\n\nWords."],
    ],
    [
      "no box without content, and no introduction of code whose file cannot be read",
      "Run this:\n\n----\ninclude::heron.java[]\n----\n\nRest.\n\nNOTE: Wait.\n\n[TIP]\n====\ninclude::tip.adoc[]\n====",
      ["Run this.", "Rest.", "**Note**\n\nWait."],
    ],
    [
      "a short list of definitions below the sentence that introduces it, as one list",
      "= Lake\n\nThere are three depths:\n\n`NONE`::\n\tno water\n`LOW` (the default):: some water\ninclude::\n  all of it\n\nRest.",
      [
        "# Lake",
        "There are three depths:",
        "- `NONE`\n  no water\n- `LOW` (the default)\n  some water\n- **include**\n  all of it",
        "Rest.",
      ],
    ],
    [
      "definitions of names without such a sentence as entries",
      "= Lake\n\nThe depths.\n\n`NONE`:: no water",
      ["# Lake", "The depths.", "## NONE", "no water"],
    ],
    [
      "targets of links whose text says nothing",
      ":lake: https://lake.example\n\nSee {lake}/food[here], https://lake.example/@heron/[*this article*^], link:https://lake.example/a_b_c[a working example], link:food.html[here], `https://lake.example[this]` and https://lake.example/fish[lake fish].",
      [
        "See [here](https://lake.example/food), [**this article**](https://lake.example/@heron/), [a working example](https://lake.example/a_b_c), here, `this` and lake fish.",
      ],
    ],
    [
      "targets in lists of links to other sites, but not in titles and terms",
      "= See https://lake.example[here]\n\n* https://heron.example[Heron]: a bird\n* https://lake.example[Lake] is wet\n\n.See https://lake.example[here]\n----\nlake()\n----\n\nhttps://lake.example[`fish`]:: swims",
      [
        "# See here",
        "- [Heron](https://heron.example): a bird\n- Lake is wet",
        "code:lake() (See here)",
        "## fish",
        "swims",
      ],
    ],
    [
      "a hard line break inside a paragraph",
      "Call `fish( lake )` or +\n`fish( pond )`:\n\n* heron +\nbird\n\n|===\n|one +\ntwo\n|===",
      ["Call `fish( lake )` or  \n`fish( pond )`:", "- heron\n  bird", "table: / one two"],
    ],
  ])("have %s", async (_, text, blocks) => {
    expect(await read(text)).toEqual(blocks)
  })
})
