import { expect, it } from "vitest"
import { shown } from "../../../document/shown-block.testing.ts"
import { parseFile } from "../../../parse-file.ts"
import { withoutRawString } from "./raw-string.ts"

it.each([
  ['R"(', ')"'],
  ['R""(', ')""'],
  ['R"koi(', ')koi"'],
  ['u8R"-*(  ', ')-*"  '],
])("shows a page in the raw string %s of C++ without the string", (first, last) => {
  const { document } = parseFile({ format: "markdown", text: `${first}\n\n# Koi\n\nText.\n${last}\n\n`, path: "a.md" })

  expect(document.blocks.map(shown)).toEqual(["# Koi", "Text."])
  expect(document.blocks.map(({ lines }) => lines.start)).toEqual([3, 5])
  expect(document.title).toBe("Koi")
})

it.each([
  'R"koi(\n\nText.\n\n)"\n',
  'R"(\n\nText.\n',
  'R"(\n\nText.)"\n',
  'Koi.\n\nR"(\n\n)"\n',
  'R"(',
  'R"a b(\n)a b"',
])("keeps other text: %j", (text) => {
  expect(withoutRawString(text)).toBe(text)
})
