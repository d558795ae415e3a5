import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseSourceCode } from "./parse-source-code.ts"
import { extractSymbols } from "./extract-symbols.ts"

const folder = join(import.meta.dirname, "fixtures")
/** Those in languages that this project is written in end in `.txt`, so that its own tools leave them alone. */
const fixtures = readdirSync(folder).filter((name) => name.includes(".in."))

const endings = ["ts", "tsx", "js", "py", "go", "rs", "java", "cs", "h", "hpp", "php", "rb"]
const fragments = fc.constantFrom(
  "\n",
  " ",
  "/** ",
  " */",
  "// ",
  "/// ",
  "# ",
  '"""',
  "class A ",
  "def f",
  "pub fn f()",
  "func F()",
  "{",
  "}",
  "(",
  ")",
  "export ",
  "public ",
  "@param x",
  "@return",
  "\\brief x",
  "<summary>",
  "</summary>",
  "<?php",
  "template <T>",
  "#define A",
  ":param x: y",
  "Args:",
  "    x: y",
  "::",
  "`",
  "```",
  "{@link",
  "<pre>",
  "&lt;",
  "€",
  "\u{1f980}",
)

describe("source code", () => {
  it.each(fixtures)("is read out of %s", async (name) => {
    const path = name.replace(".in.", ".").replace(/\.txt$/, "")

    const parsed = await parseSourceCode(readFileSync(join(folder, name), "utf8"), path)

    const output = join(folder, name.replace(/\.in\..*$/, ".out.json"))
    if (process.env["UPDATE_FIXTURES"] === "1") writeFileSync(output, `${JSON.stringify(parsed, null, 2)}\n`)
    expect(parsed).toEqual(JSON.parse(readFileSync(output, "utf8")))
  })

  it("never throws on broken code, and keeps lines inside of the file", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...endings), fc.array(fragments, { maxLength: 40 }), async (ending, parts) => {
        const text = parts.join("")

        const { document } = await extractSymbols(text, `a.${ending}`)

        const lineCount = text.split("\n").length
        for (const { lines } of document.blocks) expect(lines.start >= 1 && lines.end <= lineCount + 1).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it("reports a file that takes too long, and reads the next one", async () => {
    const slow = `export const a = ${"[".repeat(400_000)}`
    await parseSourceCode("export const warm = 1", "warm.ts")

    const failed = await parseSourceCode(slow, "slow.ts", { graceMs: 1, msPerCharacter: 0 }).catch(String)
    const next = await parseSourceCode("export function works() {}", "next.ts")

    expect(failed).toBe("Error: the code could not be parsed (it took longer than 1 ms)")
    expect(next.document.blocks[0]).toMatchObject({ text: "works()" })
  })
})
