import { expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"
import { readSitePage } from "../read-site-page.ts"

const FILES: Readonly<Record<string, string>> = {
  "project.ihp": '<ihp><snippets src="samples"/><vars src="v.list"/><topics dir="topics"/></ihp>',
  "v.list": '<vars><var name="koi_version" value="3.1"/></vars>',
  "samples/Pond.kt": "package pond\n\nfun feed() {\n    koi {\n        eat()\n    }\n}\n\nval depth = 2\n",
  "topics/lib.topic":
    '<topic title="Parts"><snippet id="add"><p>Add <code>%name%</code> in <a href="ponds.md"/>:</p><tabs><tab title="Kotlin">' +
    '<code-block lang="Kotlin">\n    add("%name%:%koi_version%")\n</code-block></tab></tabs></snippet></topic>',
  "topics/ponds.md":
    '[//]: # (title: Ponds and lakes)\n\n## Depth {id="depth"}\n\nAt least a metre.\n\n## Size\n\nLarge.\n',
}

function expanded(text: string, path = "topics/koi.md", files = FILES) {
  const page = expandIncludes({ format: "markdown", text, path }, (file) => {
    const found = files[file]
    return found === undefined ? undefined : { text: found }
  })
  return { text: page?.text, origins: page?.origins, problems: page?.problems.map(({ message }) => message) }
}

it.each([
  ["the title in a comment", "[//]: # (title: Koi)\n\nSwim.", "# Koi\n\nSwim."],
  [
    "lines of a file",
    '```kotlin\n```\n{style="block" src="Pond.kt" include-lines="4-6"}',
    "```kotlin\nkoi {\n    eat()\n}\n```",
  ],
  [
    "code in a list",
    '1. Dig:\n   ```kotlin\n   ```\n   {src="/Pond.kt" include-lines="9"}\n2. Fill',
    "1. Dig:\n   ```kotlin\n   val depth = 2\n   ```\n2. Fill",
  ],
  [
    "a declaration",
    '<code-block src="Pond.kt" include-symbol="feed"/>',
    "```kotlin\nfun feed() {\n    koi {\n        eat()\n    }\n}\n```",
  ],
  [
    "several declarations",
    '<code-block lang="kotlin" src="Pond.kt" include-symbol="depth, feed"/>',
    "```kotlin\nval depth = 2\nfun feed() {\n    koi {\n        eat()\n    }\n}\n```",
  ],
  [
    "a section of a topic",
    'A\n\n<include from="ponds.md" element-id="depth"/>\n\nB',
    "A\n\n\nAt least a metre.\n\n\nB",
  ],
  [
    "values",
    '<var name="pond" value="Pond %koi_version%"/>\nIn %pond%, 5%\n\n```sh\n%pond%\n```',
    "\nIn Pond 3.1, 5%\n\n```sh\n%pond%\n```",
  ],
  [
    "values in code that asks for them",
    '```\n%koi_version%\n```\n{interpolate-variables="true"}',
    '```\n3.1\n```\n{interpolate-variables="true"}',
  ],
  ["nothing for links to the page", "<link-summary>\nOf %koi_version%\n</link-summary>\nText.", "\nText."],
])("shows %s", (_, text, result) => {
  expect(expanded(text)).toMatchObject({ text: result, problems: [] })
})

it("includes a snippet with the variables of the page", () => {
  const { text, problems } = expanded('<var name="name" value="koi"/>\n<include from="lib.topic" element-id="add"/>')

  expect(problems).toEqual([])
  expect(text).toBe(
    '\nAdd `koi` in [Ponds and lakes](ponds.md):\n\n<tabs>\n\n<tab title="Kotlin">\n\n```kotlin\nadd("koi:3.1")\n```\n\n</tab>\n\n</tabs>',
  )
})

it("converts a topic in XML, with the line of each block", () => {
  const xml = [
    '<topic title="Feed koi" id="feed">',
    '  <show-structure for="chapter"/>',
    '  <chapter title="By hand" id="hand">',
    "    <p>Use <control>Feed</control> or\n    <path>feed.sh</path>, not {this}.</p>",
    '    <procedure title="Steps"><step><p>Open:</p><code-block lang="sh"><![CDATA[',
    "      open < gate",
    "    ]]></code-block></step><step>Wait.</step></procedure>",
    "    <list><li><p>One</p><note>Slowly.</note></li></list>",
    "    <table><tr><td>Food</td></tr><tr><td>a | b</td></tr></table>",
    '    <deflist><def title="-depth">Of %koi_version%.</def></deflist>',
    '    <compare first-title="Old"><code-block lang="sh">old</code-block><code-block lang="sh">new</code-block></compare>',
    "  </chapter>",
    "</topic>",
  ].join("\n")

  const { text, origins } = expanded(xml, "topics/feed.topic")

  expect(text?.split("\n\n")).toEqual([
    "# Feed koi",
    "## By hand {#hand}",
    "Use **Feed** or `feed.sh`, not \\{this\\}.",
    "**Steps**",
    "1. Open:",
    "   ```sh\n   open < gate\n   ```",
    "2. Wait.",
    "- One",
    "  > Slowly.",
    "| Food |\n| --- |\n| a \\| b |",
    "- **-depth**",
    "  Of 3.1.",
    '```sh title="Old"\nold\n```',
    '```sh title="After"\nnew\n```\n',
  ])
  expect(origins?.slice(0, 7)).toEqual([1, 1, 3, 3, 4, 4, 6])
})

it("leaves out code and elements that do not exist", () => {
  const { text, problems } = expanded(
    'A\n\n```kotlin\n```\n{src="Koi.kt"}\n\n<include from="lib.topic" element-id="koi"/>\n\nB',
  )

  expect(text).toBe("A\n\n\n\n\n\nB")
  expect(problems).toHaveLength(2)
})

it("changes no page of another tool", () => {
  const { text } = expanded("[//]: # (title: Koi)\n\nOf %koi_version%", "topics/koi.md", {})

  expect(text).toBe("[//]: # (title: Koi)\n\nOf %koi_version%")
})

it("reads the titles of topics for references to them", () => {
  expect(readSitePage("markdown", FILES["topics/ponds.md"] ?? "", "a.md").title).toBe("Ponds and lakes")
  expect(readSitePage("markdown", '<?xml version="1.0"?>\n<topic id="a"\n title="Koi"/>', "a.topic").title).toBe("Koi")
})
