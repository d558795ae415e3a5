import { expect, it } from "vitest"
import { shortcodeText } from "./shortcode-rule.ts"

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
