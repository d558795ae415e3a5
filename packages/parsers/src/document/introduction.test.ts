import { expect, it } from "vitest"
import { endIntroduction } from "./introduction.ts"

it.each([
  ["The resulting pond looks something like this:", ""],
  ["Koi swim. Your pond will look like so:", "Koi swim."],
  ["Koi swim. The screenshot below shows the pond:", "Koi swim."],
])("removes a last sentence that only points at what is missing: %j", (text, expected) => {
  expect(endIntroduction(text)).toBe(expected)
})

it.each([
  ["Koi warn in the pond:", "Koi warn in the pond."],
  ["Koi swim. Run the following command:", "Koi swim. Run the following command."],
  ["This pond is deep.", "This pond is deep."],
])("ends every other sentence with a full stop: %j", (text, expected) => {
  expect(endIntroduction(text)).toBe(expected)
})
