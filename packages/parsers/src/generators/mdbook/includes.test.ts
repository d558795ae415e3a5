import { expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const FILES: Readonly<Record<string, string>> = {
  "book/listings/a.rs":
    "// ANCHOR: all\nfn main() {\n    // ANCHOR: feed\n    feed();\n    // ANCHOR_END: feed\n}\n// ANCHOR_END: all\n",
  "book/listings/out.txt": "one\ntwo\nthree",
  "book/src/part.md": "Part {{#include ../listings/out.txt}}\n{{#include ../listings/out.txt:3}}",
}

function expanded(text: string) {
  const read = (path: string) => (FILES[path] === undefined ? undefined : { text: FILES[path] })
  const page = expandIncludes({ format: "markdown", text, path: "book/src/tank.md" }, read)
  return { text: page?.text ?? text, problems: page?.problems.map(({ message }) => message) ?? [] }
}

it.each([
  ["a file without the marks of its anchors", "{{#rustdoc_include ../listings/a.rs}}", "fn main() {\n    feed();\n}"],
  ["an anchor", "{{#include ../listings/a.rs:feed}}", "    feed();"],
  ["lines", "{{#include ../listings/out.txt:2:}}", "two\nthree"],
  ["the first lines", "{{#include ../listings/out.txt::2}}", "one\ntwo"],
  ["one line", "{{#include ../listings/out.txt:2}}", "two"],
])("puts %s into a fence", (_, include, code) => {
  const { text, problems } = expanded(`\`\`\`rust\n${include}\n\`\`\``)

  expect(text).toBe(`\`\`\`rust\n${code}\n\`\`\``)
  expect(problems).toEqual([])
})

it("makes a fence of a playground and reads included pages for includes", () => {
  const { text } = expanded("{{#playground ../listings/a.rs editable}}\n\n{{#include part.md}}")

  expect(text).toBe("```rust\nfn main() {\n    feed();\n}\n```\n\nPart {{#include ../listings/out.txt}}\nthree")
})

it("leaves what is escaped and says what is not there", () => {
  const text = "\\{{#include part.md}}\n{{#include none.rs}}\n{{#include ../listings/a.rs:none}}"

  expect(expanded(text)).toEqual({
    text,
    problems: [
      "none.rs could not be included: the file does not exist",
      "../listings/a.rs:none could not be included: the file has no such anchor",
    ],
  })
})
