import { expect, it } from "vitest"
import { apiKeyHint } from "./api-keys.ts"

it.each([
  ["lectern_abcdefghijk", "abcdef"],
  ["abcdefghijk", "abcdef"],
  ["abc_lectern_def", "abc_le"],
])("shows of the key %s only %s", (apiKey, hint) => {
  expect(apiKeyHint(apiKey)).toBe(hint)
})
