import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { detectFormat } from "../../detect/detect-format.ts"
import { parseManPage } from "./parse-man-page.ts"

const folder = join(import.meta.dirname, "fixtures")

const fragments = fc.constantFrom(
  "\n",
  ".TH A 1\n",
  ".SH NAME\n",
  ".SH\n",
  ".TP\n",
  ".IP \\(bu 2\n",
  ".IP\n",
  ".nf\n",
  ".fi\n",
  ".Bl -tag\n",
  ".Bl -column a b\n",
  ".It Sy a Ta b\n",
  ".Ta\n",
  ".El\n",
  ".It Fl a\n",
  ".El\n",
  ".Op Fl f Ar x\n",
  ".Oo\n",
  ".Ns\n",
  ".Nm\n",
  "\\fB",
  "\\fR",
  "\\(",
  "\\[",
  "\\f",
  "\\",
  '"',
  ".BR a (1)\n",
  ".TS\n",
  ".de x\n",
  "word ",
)

describe("manual pages", () => {
  it.each(readdirSync(folder).filter((name) => name.includes(".in.")))("are read: %s", (name) => {
    const parsed = parseManPage(readFileSync(join(folder, name), "utf8"))

    const output = join(folder, name.replace(/\.in\..*$/, ".out.json"))
    if (process.env["UPDATE_FIXTURES"] === "1") writeFileSync(output, `${JSON.stringify(parsed, null, 2)}\n`)
    expect(parsed).toEqual(JSON.parse(readFileSync(output, "utf8")))
  })

  it("show lists in columns as tables", () => {
    const page = `.Dd May 1, 2026
.Dt KOI 1
.Sh TOKENS
.Bl -column "XXXX" "X"
.It Sy "Token" Ta Sy "" Ta Sy "Meaning"
.It Li "{start}" Ta "\\[ha]" Ta "The lowest koi"
.It Li "{end}" Ta "$" Ta The highest
.Ar koi
in the pond
.El
Koi swim.
.Bl -column a b
.It a	b
.Ta c
.El
`

    const tables = parseManPage(page).document.blocks.filter(({ kind }) => kind === "table")

    expect(tables).toMatchObject([
      {
        header: ["Token", "", "Meaning"],
        rows: [
          ["`{start}`", "^", "The lowest koi"],
          ["`{end}`", "$", "The highest *koi* in the pond"],
        ],
      },
      { header: [], rows: [["a", "b", "c"]] },
    ])
  })

  it("never throw, however broken", () => {
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 60 }), (parts) => {
        const text = parts.join("")

        const { document } = parseManPage(text)

        const lineCount = text.split("\n").length
        for (const { lines } of document.blocks) expect(lines.start >= 1 && lines.end <= lineCount).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ["man/otter.1", '.\\" c\n.TH OTTER 1\n.SH NAME\n', "man-page"],
    ["otterd.8", ".Dd January 1, 2026\n.Dt OTTERD 8\n.Sh NAME\n", "man-page"],
    ["logs/server.1", "2026-01-01 started\n", undefined],
    ["lib/otter.3", "\u0000\u0001ELF", undefined],
  ])("are told from other files with such endings: %s", (path, text, format) => {
    expect(detectFormat(path, Buffer.from(text))).toBe(format)
  })
})
