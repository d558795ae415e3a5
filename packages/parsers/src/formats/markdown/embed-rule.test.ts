import { describe, expect, it } from "vitest"
import { parseMarkdown } from "./parse-markdown.ts"
import { shown } from "../../document/shown-block.testing.ts"

const blocksOf = (text: string) => parseMarkdown(text).document.blocks

describe("embeds of GitBook", () => {
  it.each([
    ["on its own line", '{% embed url="https://pond.example/koi?t=1" %}\nBig *koi*\n{% endembed %}'],
    ["on the line of the tag", '{% embed url="https://pond.example/koi?t=1" %} Big *koi*\n{% endembed %}'],
    ["on one line", "{% embed url='https://pond.example/koi?t=1' %}Big *koi*{% endembed %}"],
    ["on two lines", '{% embed url="https://pond.example/koi?t=1" fullWidth="true" %}\nBig\n*koi*\n\n{% endembed %}'],
  ])("are links if they have a caption %s", (_, embed) => {
    const blocks = blocksOf(`Koi.\n\n${embed}\n\nEnd.`)

    expect(blocks.map(shown)).toEqual(["Koi.", "[Big *koi*](https://pond.example/koi?t=1)", "End."])
    expect(blocks[1]?.lines).toEqual({ start: 3, end: 2 + embed.split("\n").length })
  })

  it("show nothing without a caption", () => {
    const text =
      'Koi.\n\n{% embed url="https://a.example" %}\n\nText.\n\n{% embed url="https://b.example" %}\n{% endembed %}'

    expect(blocksOf(text).map(shown)).toEqual(["Koi.", "Text."])
  })

  it("keep a caption with links, and text that is not in an embed", () => {
    const text =
      '{% embed url="https://a.example" %}\nA [koi](koi.md)\n{% endembed %}\n\n{% embed url="https://b.example" %}\n\nA\n\nB\n{% endembed %}'

    expect(blocksOf(text).map(shown)).toEqual(["A koi", "A", "B"])
  })
})
