import { expect, it } from "vitest"
import { shown } from "../../../document/shown-block.testing.ts"
import { parseFile } from "../../../parse-file.ts"
import { shortcodeText, unescapeShortcodes } from "./shortcode-rule.ts"

const read = (text: string) => parseFile({ format: "markdown", text, path: "a.md" }).document.blocks.map(shown)

it.each([
  ["{% tab 'Koi 2' for=fish %}", "**Koi 2**\n"],
  ['{% tab "Koi 2" %}', "**Koi 2**\n"],
  ["{% tab Koi for=fish %}", "**Koi**\n"],
  ["{% tab feeding Koi %}", "**Koi**\n"],
  ["{%- tab feeding Big koi -%}", "**Big koi**\n"],
  ['{% tab title="Koi" %}', "**Koi**\n"],
  ["{% tabs feeding %}", ""],
])("shows the label of the tab %s", (tag, label) => {
  expect(shortcodeText(tag)).toBe(label)
})

it.each([
  ["{{</* koi */>}}", "{{< koi >}}"],
  ['{{/* koi(size="big") */}}', '{{ koi(size="big") }}'],
  ["{%/* koi() */%}\nBig\n{%/* end */%}", "{% koi() %}\nBig\n{% end %}"],
  ["{{/* a comment */}}", "{{/* a comment */}}"],
])("shows %s without the marks that keep it from being called", (text, shown) => {
  expect(unescapeShortcodes(text)).toBe(shown)
})

it.each([
  ['{% include note.html content="Koi eat pellets." %}', "Koi eat pellets.\n"],
  ['{% include callout.html type="info" title="Winter" content="Koi\n  sleep." %}', "**Winter**\nKoi sleep.\n"],
  [
    '{%include row.html options="--feed,-f" option_arg="koi" description="Feeds a koi." %}',
    "--feed,-f: Feeds a koi.\n",
  ],
  ['{% include image.html file="koi.png" alt="Koi" %}', ""],
  ["{% include koi.html %}", ""],
])("shows the text in the parameters of %s", (tag, text) => {
  expect(shortcodeText(tag)).toBe(text)
})

it.each([
  ['Extend the {% api "Pond" %} class.', "Extend the `Pond` class."],
  ['- {% api "feed()" "feed" %} feeds.\n- Use ({% api "@koi.big" %}).', "- `feed()` feeds.\n- Use (`@koi.big`)."],
  ['Look: {% image "Pond" %} {% logo "koi.png" %} here.', "Look: here."],
  ['{% video-of "Pond" %}', ""],
])("shows the name that a tag in a sentence shows: %s", (text, shown) => {
  expect(read(text).join("\n")).toBe(shown)
})

it.each([
  [
    'The {{<hover label="pond" line="2">}}depth{{</hover>}} of {{< hover label="pond" >}}it{{</ hover >}}.',
    "The depth of it.",
  ],
  ['{{<hover line="2" label="pond">}}Depth{{</hover>}} counts.', "Depth counts."],
  ['{{< tab label="Koi" >}}Feed koi.{{< /tab >}}', "**Koi** Feed koi."],
])("shows no title for a shortcode around some words: %s", (text, shown) => {
  expect(read(text).join("\n")).toBe(shown)
})

it("reads tags on several lines", () => {
  expect(
    read('{% well\nheading="Feeding koi"\nhref="https://koi.example" %}\nKoi eat pellets.\n{% /well %}\n'),
  ).toEqual(["**Feeding koi**", "Koi eat pellets."])
  expect(read('<div>\n{% include row.html\n description="Feeds a koi." %}\n</div>\n')).toEqual(["Feeds a koi."])
})

it("reads unclosed tags in time linear to their number", () => {
  const usedBefore = process.cpuUsage()
  for (const tag of ["{% ", "{% a\n", '{% include a b="', "<div>{% a "]) read(tag.repeat(30_000))
  expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(10_000)
})
