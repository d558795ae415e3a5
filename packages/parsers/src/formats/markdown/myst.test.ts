import { describe, expect, it } from "vitest"
import { parseFile } from "../../parse-file.ts"
import { shown } from "../../document/shown-block.testing.ts"
import { readSitePage } from "../../generators/read-site-page.ts"
import { makeSiteTitles } from "../../generators/make-site-titles.ts"

const POND = "(the-pond)=\n(water)=\n\n# The `pond` {.wide}\n\nWords.\n"
const titles = makeSiteTitles([readSitePage("markdown", POND, "docs/fish/pond.md")])

function read(text: string): readonly string[] {
  return parseFile({ format: "markdown", text, path: "docs/guide.md" }, titles).document.blocks.map(shown)
}

describe("MyST as sites show it", () => {
  it.each<[what: string, text: string, blocks: readonly string[]]>([
    [
      "the words of labels without a title, only on its own pages",
      "(koi)=\n\nSee [](#koi-size), [](./feed-koi.ipynb) or [](https://koi.example).\n\n```{math}\n:label: koi-size\na = b\n```",
      ["See koi size, feed koi or https://koi.example.", "code:a = b"],
    ],
    ["no links without words on other pages", "See[](#koi-size).", ["See."]],
    [
      "references without words",
      "See {doc}`fish/pond`, {ref}`water`, [](fish/pond.md), [](#the-pond) and <project:fish/pond.md>, not `[](fish/pond.md)`.",
      ["See The pond, The pond, The pond, The pond and The pond, not `[](fish/pond.md)`."],
    ],
    [
      "links to labels without the label",
      "As [below](the-pond), [here](the-lake) and `[below](the-pond)`.",
      ["As below, [here](the-lake) and `[below](the-pond)`."],
    ],
    [
      "references inside of a fence",
      "```{note}\nSee {ref}`the-pond` and {ref}`its water <water>`.\n```",
      ["**Note**\n\nSee The pond and its water."],
    ],
    [
      "references in reStructuredText inside of a fence",
      "```{eval-rst}\n.. note::\n\n   See :ref:`water` and :doc:`fish/pond`.\n```",
      ["**Note**\n\nSee The pond and The pond."],
    ],
    [
      "cells of code, without those that the site removes",
      "```{code-cell}\n:tags: [remove-input]\n\nprepare()\n```\n\n```{code-cell} ipython3\nfeed()\n```\n\n```{code-cell}\n:tags: [hide-input]\nswim()\n```",
      ["code:feed()", "code:swim()"],
    ],
    ["signs inside of a word, and no icons", "H{sub}`2`O {octicon}`plug;1em`fish.", ["H2O fish."]],
    [
      "what only arranges",
      ":::{div} wide\nKoi\n:::\n\n````{grid} 1 2\n```{button-ref} fish/pond\n:color: red\nTo the pond\n```\n````",
      ["Koi", "To the pond"],
    ],
    [
      "parts of a card",
      ":::{card} Koi\nHead\n^^^\nBody\n+++\nFoot\n:::\n\n```{grid-item-card} Tench\nHead\n^^^\nBody\n```",
      ["**Koi**", "Head", "Body", "Foot", "**Tench**", "Head", "Body"],
    ],
    ["options of a fence in YAML", "```{seealso}\n---\nclass: wide\n---\nOthers.\n```", ["**See also**\n\nOthers."]],
    ["a caption of code", "```{code-block} python\n:caption: koi.py\nfeed()\n```", ["code:feed() (koi.py)"]],
    [
      "comments, breaks and attributes",
      '```{note}\nKoi\n```\n\n% not\n% shown\n\n{style=lower-alpha}\n1. one\n\n+++ {"tags": ["x"]}\n\nTwo\n% not shown\nthree',
      ["**Note**\n\nKoi", "1. one", "Two", "three"],
    ],
    ["a percent sign of other Markdown", "Of fish, 20\n% are koi.", ["Of fish, 20 % are koi."]],
  ])("shows %s", (_, text, blocks) => {
    expect(read(text)).toEqual(blocks)
  })
})
