import { expect, it } from "vitest"
import { isProgrammingLanguage, languageName } from "./language-names.ts"
import { isVariant } from "./variant-code.ts"

const feed = (language: string, code = "pond.feed(koi, flakes)") => ({ language, code })

it("knows languages by all of their names", () => {
  expect([" C# ", "kts", "unknown", ""].map(languageName)).toEqual(["csharp", "kotlin", "unknown", ""])
  expect(["java", "yaml", "shell", ""].map(isProgrammingLanguage)).toEqual([true, false, false, false])
})

it.each([
  ["code in another language", feed("java"), feed("kt"), true],
  ["code in another language with other words", feed("java"), feed("kt", "lake.drain(carp)"), false],
  ["code in the same language", feed("java"), feed("java"), false],
  ["code without a language", feed("java"), feed(""), false],
  [
    "the same settings in another format",
    feed("yaml", "koi: flakes"),
    feed("xml", "<koi><food>flakes</food></koi>"),
    true,
  ],
  [
    "other settings in another format",
    feed("yaml", "koi: flakes"),
    feed("xml", "<koi><food>worms</food></koi>"),
    false,
  ],
  ["settings in a format and code", feed("yaml"), feed("java"), false],
  ["a command and code", feed("sh"), feed("java"), false],
  ["code without words", feed("java", "1 + 1"), feed("kt", "2"), false],
  ["settings without words", feed("yaml", "[]"), feed("json", "{}"), false],
])("recognises %s", (_, code, other, expected) => {
  expect(isVariant(code, other)).toBe(expected)
  expect(isVariant(other, code)).toBe(expected)
})
