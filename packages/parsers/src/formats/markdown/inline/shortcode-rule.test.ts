import { expect, it } from "vitest"
import { shortcodeText, unescapeShortcodes } from "./shortcode-rule.ts"

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
