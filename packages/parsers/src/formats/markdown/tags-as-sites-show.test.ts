import { expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseFile } from "../../parse-file.ts"

const read = (text: string) => parseFile({ format: "markdown", text, path: "docs/a.md" }).document.blocks.map(shown)

it.each([
  [
    "indented text directly below a component as text",
    '<Deck>\n    <Card title="Koi">\n        Big fish\n    </Card>\n</Deck>',
    ["**Koi**", "Big fish"],
  ],
  ["indented text in a component as text, because its page is MDX", "<Deck>\n\n    Big fish\n\n</Deck>", ["Big fish"]],
  ["indented text below a tag of HTML as code", "<x-deck>\n\n    npm i koi\n\n</x-deck>", ["code:npm i koi"]],
  [
    "no text of videos",
    'Koi.\n\n<video controls>\n  <source src="koi.mp4" />\n  No video\n</video>\n\nEnd.',
    ["Koi.", "End."],
  ],
  ["no text of videos in a sentence", 'See koi<audio src="koi.mp3">No sound</audio>.', ["See koi."]],
  [
    "no buttons in code",
    '<pre><code>feed(koi)\n</code><button type="button">Copy</button></pre>\n\nClick <button>Feed</button>.',
    ["code:feed(koi)", "Click Feed."],
  ],
  [
    "declarations of TypeDoc as code",
    '<div><div class="tsd-signature"><span>interface</span> Koi &#x7B;<br/>&nbsp;&nbsp;<div>size</div>: <a href="#n">number</a>;<br/>}</div> <p>A fish.</p></div>',
    ["code:interface Koi {\n  size: number;\n}", "A fish."],
  ],
  [
    "the page that a component in a sentence links to",
    'See <PageLink link="guide/feed-koi" />, or <Koi/>.\n\n<Card to="/a" />\n<Card to="/b" />',
    ["See Feed koi, or ."],
  ],
  [
    "a summary without the space around it",
    "<details>\n  <summary> <code>koi</code> </summary>\n\nBig.\n\n</details>",
    ["**`koi`**", "Big."],
  ],
  ["text after a video without an end", "<video src='koi.mp4' />\nKoi", ["Koi"]],
  [
    "no tag at the start of a text that a line below closes",
    "<note><b>Koi:</b>\n\n- Big\n- Red\n\n</note>",
    ["**Koi:**", "- Big\n- Red"],
  ],
  ["the label of a site's own box", "<docs-warning>\nKoi bite.\n</docs-warning>", ["**Warning**", "Koi bite."]],
  ["a name between angle brackets that no line closes", "<koi> is a fish.\n\nEnd.", ["<koi> is a fish.", "End."]],
])("shows %s", (_, text, blocks) => {
  expect(read(text)).toEqual(blocks)
})

it("ends a paragraph at the tag of a tab", () => {
  const tabs =
    "{% tabs feeding %}\n{% tab 'Koi' for=feeding %}\nFeed koi.\n{% endtab %}\n{% tab Carp for=feeding %}\nFeed carp:\n```js\nfeed()\n```\n{% endtab %}\n{% endtabs %}\nDone."

  expect(read(tabs)).toEqual(["**Koi**", "Feed koi.", "**Carp**", "Feed carp:", "code:feed()", "Done."])
})

it("ends the sentence before a call of a template that is left out", () => {
  expect(read('Feed koi with `feed`:\n\n{{ code_block("koi", "feed") }}\n\nDone.')).toEqual([
    "Feed koi with `feed`.",
    "Done.",
  ])
})

it("shows the page that a component in a sentence of MDX links to", () => {
  const text = "import PageLink from './page-link'\n\nSee <PageLink to=\"/guide/feed-koi/\" /> first.\n"

  expect(parseFile({ format: "mdx", text, path: "docs/a.mdx" }).document.blocks.map(shown)).toEqual([
    "See Feed koi first.",
  ])
})
