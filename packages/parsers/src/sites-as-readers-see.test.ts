import { describe, expect, it } from "vitest"
import type { FormatName } from "./document/document.ts"
import { parsePage } from "./parse-page.ts"
import { shown } from "./document/shown-block.testing.ts"

async function read(format: FormatName, text: string): Promise<readonly string[]> {
  return (await parsePage({ format, text, path: "page" }, { read: () => undefined })).document.blocks.map(shown)
}

describe("what readers of a site see", () => {
  it.each<[what: string, format: FormatName, text: string, blocks: readonly string[]]>([
    [
      "powers of an expression, and no references",
      "markdown",
      "From −(2<sup>n − 1</sup>) to 2<sup>n\n− 1</sup> − 1, koi<sup>1-3</sup>, pump<sup>add-on</sup>.",
      ["From −(2^(n − 1)) to 2^(n − 1) − 1, koi1-3, pumpadd-on."],
    ],
    [
      "badges in parentheses, unless they are alone",
      "markdown",
      '### `fin` <span class="badge">New</span>\n\n| Name |\n|--|\n| koi <div className="label basic">Required</div> |\n\n<span class="badge">Old</span> text',
      ["### fin (New)", "table:Name / koi (Required)", "Old text"],
    ],
    [
      "badges of components in parentheses",
      "mdx",
      '### `fin` <div className="label ios">iOS</div>\n\n<b className="tag">Old</b> text',
      ["### fin (iOS)", "**Old** text"],
    ],
    [
      "boxes of Hugo with their titles above their text",
      "markdown",
      '{{% alert color="info" title="Deep pond" %}}\nKoi need depth.\n{{% /alert %}}\nMore.\n\n{{< note >}}\nWait.\n{{< /note >}}',
      ["**Deep pond**", "Koi need depth.", "More.", "**Note**", "Wait."],
    ],
    [
      "boxes of Hugo whose kind is an argument with its name above their text",
      "markdown",
      '{{< admonition type="warning" >}}\nDeep.\n{{< /admonition >}}\n\n- Feed:\n\n  {{< admonition type="note" >}}\n  Wait.\n  {{< /admonition >}}\n\nRun:\n{{% notice tip %}}\nSlowly.\n{{% /notice %}}\n```sh\nkoi\n```\n{{< callout level=danger title="Ice" >}}\nWinter.\n{{< /callout >}}\n{{< alert "warning" >}}Cold.{{< /alert >}}\n\n{{< note >}} Old. {{< /note >}}\n\n{{< alert color="red" >}}\nHot.\n{{< /alert >}}\n\n{{< hint pond >}}\nBig.\n{{< /hint >}}',
      [
        "**Warning**",
        "Deep.",
        "- Feed:\n\n  **Note**\n\n  Wait.",
        "Run:",
        "**Tip**",
        "Slowly.",
        "code:koi",
        "**Ice**",
        "Winter.",
        "**Warning** Cold.",
        "**Note** Old.",
        "Hot.",
        "Big.",
      ],
    ],
    [
      "questions of Hugo above their answers",
      "markdown",
      '{{< qa question="Do koi sleep?" >}}\nIn winter.\n{{< /qa >}}\n{{< qa question="Do koi eat?" >}}\nPellets.\n{{< /qa >}}',
      ["**Do koi sleep?**", "In winter.", "**Do koi eat?**", "Pellets."],
    ],
    [
      "bold words in attributes before the text",
      "markdown",
      '<Leads>\n    <Lead\n        icon="fish"\n        bold="Deep ponds."\n        href="/deep"\n    >Learn about ice.</Lead>\n    <Lead bold="Food." href="/food">Learn to feed.</Lead>\n</Leads>',
      ["**Deep ponds.** Learn about ice.", "**Food.** Learn to feed."],
    ],
    [
      "the kind of a box in brackets, and a box directly below another one",
      "markdown",
      ":::[warning]\nDeep.\n:::\n\n:::note\nCold.\n:::\n:::advanced\nFeed.\n\nWait.\n\n:::\n\nEnd.",
      ["**Warning**\n\nDeep.", "**Note**\n\nCold.", "**Advanced**\n\nFeed.\n\nWait.", "End."],
    ],
    [
      "the kind of a box in brackets, and a box directly below another one",
      "mdx",
      ":::[warning]\nDeep.\n:::\n\n:::note\nCold.\n:::\n:::advanced\nFeed.\n\nWait.\n\n:::\n\nEnd.",
      ["**Warning**\n\nDeep.", "**Note**\n\nCold.", "**Advanced**\n\nFeed.\n\nWait.", "End."],
    ],
    [
      "the indentation of rows",
      "markdown",
      "| Right | Of |\n|--|--|\n| feed | all |\n| &nbsp;&nbsp;`feed:koi` | koi |\n| &nbsp;x | y |",
      ["table:Right | Of / feed | all / \u00a0\u00a0`feed:koi` | koi / x | y"],
    ],
    [
      "a quotation in a list, without a mark before it",
      "markdown",
      "- Koi\n\n  > Feed\n  >\n  > slowly\n- Carp\n  > Wait",
      ["- Koi\n\n  > Feed\n  >\n  > slowly\n- Carp\n\n  > Wait"],
    ],
    [
      "an exponent that two lines share, on one line",
      "markdown",
      "Up to 2<sup>n −\n1</sup> − 1 koi.",
      ["Up to 2^(n − 1) − 1 koi."],
    ],
    [
      "a number at the beginning of a line as part of its sentence",
      "markdown",
      "> Ponds for 0 to\n> 255. If there are more, see Chapter\n> 9.\n\nBuy:\n2. Koi\n\n1. Dig\n   a pond\n2. Fill it",
      ["> Ponds for 0 to 255. If there are more, see Chapter 9.", "Buy:\n2. Koi", "1. Dig a pond\n2. Fill it"],
    ],
    [
      "the rest of a list item at the same margin",
      "asciidoc",
      "= T\n\n. Feed.\n+\n----\nfeed\n----\n+\nNOTE: Slowly.\n\n. Wait.",
      ["# T", "1. Feed.", "code:feed", "   **Note**\n\n   Slowly.\n2. Wait."],
    ],
    [
      "tabs without their pictures, keys in their labels, and names of files once",
      "markdown",
      '=== "Output (++q++)"\n\n    ```{.koi path="koi.py"}\n    ```\n\n=== "koi.py"\n\n    ```python title="koi.py"\n    koi()\n    ```\n\n=== "After ++q++"\n\n    - Swims\n\nEnd.',
      ["code:koi() (koi.py)", "**After Q**", "- Swims", "End."],
    ],
    [
      "tabs of components without their pictures",
      "mdx",
      '<Tabs>\n<TabItem label="Picture">\n\n![](koi.png)\n\n</TabItem>\n<TabItem label="Words">\n\nKoi.\n\n</TabItem>\n</Tabs>',
      ["**Words**", "Koi."],
    ],
    [
      "one command of those for several package managers",
      "mdx",
      'Add koi:\n\n<CommandTabs\n  npm={`npm create koi@latest\n    cd <POND>`}\n  cargo="cargo add koi"\n/>\n\n<Badge npm="koi" />\n\nDone.',
      ["Add koi:", "code:npm create koi@latest\ncd <POND>", "Done."],
    ],
    [
      "notes in fences of mdbook-admonish",
      "markdown",
      '```admonish warning title="Deep"\nMind the *koi*.\n```\n\n```admonish\nSwim.\n```\n\n```admonishing\nx\n```',
      ["**Warning: Deep**\n\nMind the *koi*.", "**Note**\n\nSwim.", "code:x"],
    ],
    [
      "indented text inside a tag as text",
      "markdown",
      "<div>\n<p>\n\n    Feed <code>koi</code>\n    daily.\n\n</p>\n</div>\n\n    code()\n",
      ["Feed `koi` daily.", "code:code()"],
    ],
    [
      "no sentence that introduces a film",
      "markdown",
      'Koi swim. Here\'s a video of it:\n\n<div>\n<iframe src="https://koi.example"></iframe>\n</div>\n\nEnd.',
      ["Koi swim.", "End."],
    ],
    [
      "no marks of parts for includes, and no ids with unknown attributes",
      "asciidoc",
      "= T\n\ntag::koi[]\n[source]\n----\nkoi // tag::x[]\n----\n+\nend::koi[]\n\n|===\n|A |B\n\n|[[koi_{context}]]`Koi` |All {koi-kind}s.\n|===",
      ["# T", "code:koi // tag::x[]", "table:A | B / `Koi` | All koi kinds."],
    ],
    ["a title block as the heading of the page", "markdown", "% Koi Ponds\n\nDig.", ["# Koi Ponds", "Dig."]],
    ["a comment above a heading", "markdown", "% old\n\n# Koi\n\n```{note}\nDig.\n```", ["# Koi", "**Note**\n\nDig."]],
    [
      "no name of a definition that another page has, except in a sentence",
      "markdown",
      '{{% glossary-term "koi pond" %}}\n\nA {{% glossary-term "koi pond" %}} is wet.',
      ["A koi pond is wet."],
    ],
    ["powers of an expression", "html", "<main><p>2<sup>n−1</sup> koi.</p></main>", ["2^(n−1) koi."]],
    [
      "links to code, as ExDoc has them",
      "markdown",
      "Run the [code formatter](`mix format`) or [feed](`Pond.feed/1`), not `[a](b)`.",
      ["Run the code formatter or feed, not `[a](b)`."],
    ],
    [
      "links to files whose names contain spaces, as ExDoc has them",
      "markdown",
      "See [our guide](Keep the koi.md), [food](Feed koi.livemd#how-to) and [one pond](a.md), not `[a](b c.md)` or [b] (in c d.md).",
      ["See our guide, food and one pond, not `[a](b c.md)` or [b] (in c d.md)."],
    ],
    [
      "tabs of a component that names them in their order",
      "mdx",
      '<CodeTabs items={["npm", "Koi HTTP"]}>\n```sh\nnpm i\n```\n<Section>\nFirst:\n\n```ts\nfeed()\n```\n</Section>\n</CodeTabs>\n\n<CodeTabs items={["a.ts", "b.ts"]}>\n<CodeTab>\n```ts\na()\n```\n</CodeTab>\n<CodeTab>\n```ts\nb()\n```\n</CodeTab>\n</CodeTabs>\n\n<Other items={["a", "b"]}>\nText.\n</Other>',
      [
        "code:npm i (npm)",
        "**Koi HTTP**",
        "First:",
        "code:feed()",
        "**a.ts**",
        "code:a()",
        "**b.ts**",
        "code:b()",
        "Text.",
      ],
    ],
    [
      "no lines of dashes as headings",
      "markdown",
      "# Pond\n\n### Koi\n\nSwim.\n\n## ---\n\n### Tench\n\nHide.\n\n## `---`\n\nAn operator.",
      ["# Pond", "### Koi", "Swim.", "### Tench", "Hide.", "## ---", "An operator."],
    ],
    [
      "no names of containers that only arrange what they contain",
      "mdx",
      "<Koi />\n\n::: code-group\n\n```sh [npm]\nnpm i\n```\n\n:::\n\n::: details More\n\nDeep.\n\n:::\n\n::: tip\n\nFeed.\n\n:::",
      ["code:npm i (npm)", "**More**", "Deep.", "**Tip**\n\nFeed."],
    ],
    [
      "code without the lines that keep a template engine from reading it",
      "markdown",
      "```js\n// koi.js\n{% raw %}\nfeed(`{{ koi }}`)\n{% endraw %}\n```\n\n```jinja\n{% raw %}\n{{ koi }}\n{% endraw %}\n```",
      ["code:// koi.js\nfeed(`{{ koi }}`)", "code:{% raw %}\n{{ koi }}\n{% endraw %}"],
    ],
    [
      "code without such tags on a page that begins with another tag",
      "markdown",
      "---\ntitle: Koi\n---\n\n{%- from 'tabs.html' import tabs %}\n\n```html\n{% raw %}{{ koi }}{% endraw %}\n```",
      ["code:{{ koi }}"],
    ],
    [
      "commands of package managers that a template shows",
      "markdown",
      'Install:\n\n{{ npm_tabs({\n    command: "install",\n    packages: ["koi", "pond"],\n    args: ["--save-dev"]\n}) }}\n\n- Run:\n\n    {{ npx_tabs ({\n        package: "koi",\n        args: ["\\"src/**\\"", "[dir]*"],\n        comment: "All"\n    }) }}\n\n{{ npm_tabs({ command: "init-create", packages: ["koi"], args: [] }) }}',
      [
        "Install:",
        "code:npm install --save-dev koi pond",
        "- Run:",
        'code:# All\nnpx koi "src/**" [dir]*',
        "code:npm init koi",
      ],
    ],
    [
      "nothing for a call whose text is unknown, but calls in a sentence",
      "markdown",
      'Koi.\n{{ card({ title: "Tench" }) }}\n\nCall {{ feed(koi) }} now.\n\n{{ npm_tabs({ title: "koi" }) }}',
      ["Koi.", "Call {{ feed(koi) }} now."],
    ],
    [
      "what images and code in the cells of a table say",
      "asciidoc",
      '= T\n\n[cols="1,a,1,a"]\n|===\n|Fish |Note |Pond |Lake\n\n|`koi`\n|Set:\n\n[source,xml]\n----\n<koi\n  food="no">\n</koi>\n----\n\nThen go.\n|image:tickmark.png[]\na|image::tickmark.png[]\n\n|`tench`\n|Then:\n\n[source,yaml]\n----\na: 1\nb: 2\n----\n|see image:icon.png[] it\na|image::partial-support.png[]\n|===\n',
      [
        "# T",
        'table:Fish | Note | Pond | Lake / `koi` | Set: `<koi food="no"> </koi>` Then go. | ✓ | ✓ / `tench` | Then: (see the code below the table) | see it | partial support',
        "code:a: 1\nb: 2 (tench)",
      ],
    ],
    ...(["markdown", "mdx"] as const).map((format): [string, FormatName, string, readonly string[]] => [
      "no introduction of an image",
      format,
      "Koi warn in the pond:\n\n![Pond](pond.png)\n\nFeed them. The pond looks like this:\n\n![Pond](pond.png)\n\nOr dig:\n\n![Pond](pond.png)\n\n1. Dig a pond:\n\n![Pond](pond.png)\n\nThen run:\n\n![Pond](pond.png)\n\n```sh\nkoi\n```\n\nThe picture below shows koi.\n\nFill it:\n\n![Pond](pond.png)",
      [
        "Koi warn in the pond.",
        "Feed them.",
        "Or dig:",
        "1. Dig a pond.",
        "Then run:",
        "code:koi",
        "The picture below shows koi.",
        "Fill it.",
      ],
    ]),
    [
      "no introduction of an image",
      "restructured-text",
      "The pond:\n\n.. image:: pond.png\n\nKoi.",
      ["The pond.", "Koi."],
    ],
    ["no introduction of an image", "asciidoc", "The pond:\n\nimage::pond.png[]\n\nKoi.", ["The pond.", "Koi."]],
    [
      "footnotes below the text that refers to them",
      "markdown",
      "# Pond\n\nKoi[^a] swim.\n\nTench.[^a]\n\n## Notes\n\n[^a]: Big\n    fish.\n\n    More.\n[^b]: Unused.",
      ["# Pond", "Koi[^a] swim.", "[^a]: Big fish.", "More.", "Tench.[^a]", "## Notes", "[^b]: Unused."],
    ],
    [
      "footnotes below the text that refers to them",
      "restructured-text",
      "Pond\n====\n\nKoi [#]_ swim.\n\nTench [#]_.\n\n.. rubric:: Footnotes\n\n.. [#] Big fish.\n.. [#] Small.\n\nNext\n====\n\nEnd.",
      ["# Pond", "Koi [1] swim.", "[1] Big fish.", "Tench [2].", "[2] Small.", "# Next", "End."],
    ],
  ])("%s in %s", async (_, format, text, blocks) => {
    expect(await read(format, text)).toEqual(blocks)
  })
})
