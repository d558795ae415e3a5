import { expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const FILES: Readonly<Record<string, string>> = {
  "src/pond.txt": "one\ntwo\nthree\n",
  "src/pond.js": "let a\n// #region koi\nlet b\n// #endregion\n",
  "src/Pond.cs": "class Pond {\n  // <koi>\n  Feed();\n  // </koi>\n}\n",
  "docs/guide/part.md": "---\ntitle: Part\n---\nText of a part.\n",
}

function expanded(text: string) {
  const page = expandIncludes({ format: "markdown", text, path: "docs/guide/a.md" }, (path) => {
    const found = FILES[path]
    return found === undefined ? undefined : { text: found }
  })
  return { text: page?.text, problems: page?.problems.map(({ message }) => message) }
}

it.each([
  ["a region", "  [!code-js[Pond](../../src/pond.js#koi)]", "  ```js\n  let b\n  ```"],
  ["a tagged part", "[!Code-cs[Pond](../../src/Pond.cs?name=koi&highlight=1)]", "```cs\nFeed();\n```"],
  ["ranges of lines", '[!code[Pond](~/src/pond.txt?range=1,3 "Pond")]', "```\none\nthree\n```"],
  ["lines by their numbers", "[!code[Pond](../../src/pond.txt#L2-L3)]", "```\ntwo\nthree\n```"],
  ["the lines from one on", "[!code[Pond](../../src/pond.txt?start=3)]", "```\nthree\n```"],
  ["a file without its marks", "[!code-cs[Pond](../../src/Pond.cs)]", "```cs\nclass Pond {\n  Feed();\n}\n```"],
  ["a page without its front matter", "[!INCLUDE [Part](./part.md)]", "Text of a part."],
  ["nothing into code", "```\n[!include[Part](part.md)]\n```", "```\n[!include[Part](part.md)]\n```"],
])("puts in %s", (_, text, result) => {
  expect(expanded(text)).toEqual({ text: result, problems: [] })
})

it("leaves out files that do not exist", () => {
  const { text, problems } = expanded("A\n\n[!include[Koi](koi.md)]\n\n[!code-cs[Koi](../Koi.cs)]\n\nB")

  expect(text).toBe("A\n\n\n\n\n\nB")
  expect(problems).toHaveLength(2)
})

it("shows the whole file if it has no such region", () => {
  const { text, problems } = expanded("[!code-cs[Pond](../../src/pond.txt?name=koi)]")

  expect(text).toBe("```cs\none\ntwo\nthree\n```")
  expect(problems).toHaveLength(1)
})
