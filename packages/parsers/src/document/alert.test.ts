import { expect, it } from "vitest"
import { parseAlert } from "./alert.ts"

it("takes text after a colon as text, never as a title", () => {
  expect(parseAlert("[!tip] : Koi\nEat.", false)).toEqual({ kind: "tip", title: "", body: "Koi\nEat." })
  expect(parseAlert("[!tip] : ", false)).toEqual({ kind: "tip", title: "", body: "" })
})

it.each([
  ["info **Hint** Feed koi.", { kind: "info", title: "", body: "Feed koi." }],
  ["warning **Warning**: Koi\nbite.", { kind: "warning", title: "", body: "Koi\nbite." }],
  ["info **Hint**", undefined],
  ["info **Feed koi** daily.", undefined],
  ["**Hint** Feed koi.", undefined],
])("reads the kind before a name in bold: %s", (text, alert) => {
  expect(parseAlert(text, true)).toEqual(alert)
})
