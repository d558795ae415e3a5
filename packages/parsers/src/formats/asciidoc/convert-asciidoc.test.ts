import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ParsedFile } from "../../document/document.ts"
import { convertAsciidoc } from "./convert-asciidoc.ts"

const folder = join(import.meta.dirname, "fixtures")
const fixtures = readdirSync(folder).filter((name) => name.includes(".in."))

const fragments = fc.constantFrom(
  ...'\n|\n\n|= |== A\n|=== B\n|* |** |. |:a: b\n|{a}|*|_|`|``|+|++|#|^|<<|>>|[[x]]\n|[[|]]|----\n|====\n|....\n|--\n|++++\n|____\n|[source,js]\n|[NOTE]\n|NOTE: |a:: b\n|a::\n|+\n|<1> |kbd:[x]|link:|[|]|footnote:[|xref:a.adoc[]|https://a.b[|https://a.b[here]|image::x[y]\n|ifdef::a[]\n|endif::[]\n|include::x[]\n|javadoc:a.B[]|words here |\t|///\n|////\n|((|))|\'|"`|`"|[cols="1,a"]\n|[%header]\n|!|\ufdd0|\ufdd2|&lt;|&#0;'.split(
    "|",
  ),
  "|===\n",
  "|",
  "a|",
  "2+|",
  ".2+|",
)
const markup = fc.array(fragments, { maxLength: 40 }).map((parts) => parts.join(""))

function expectSound({ document }: ParsedFile, text: string): void {
  const lineCount = text.split("\n").length
  let last = 1
  for (const block of document.blocks) {
    expect(block.lines.start).toBeGreaterThanOrEqual(last)
    expect(block.lines.end).toBeGreaterThanOrEqual(block.lines.start)
    expect(block.lines.end).toBeLessThanOrEqual(lineCount)
    expect(JSON.stringify(block)).not.toMatch(/[\ufdd0-\ufdd6]/)
    last = block.lines.start
  }
}

describe("convertAsciidoc", () => {
  it.each(fixtures)("reads %s as written beside it", async (name) => {
    const text = readFileSync(join(folder, name), "utf8")
    const output = join(folder, name.replace(/\.in\..*$/, ".out.json"))

    const parsed = await convertAsciidoc(text)

    if (process.env["UPDATE_FIXTURES"] === "1") writeFileSync(output, `${JSON.stringify(parsed, undefined, 2)}\n`)
    expect(parsed).toEqual(JSON.parse(readFileSync(output, "utf8")))
    expectSound(parsed, text)
  })

  it("never throws and keeps lines inside the file and in order, whatever it reads", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(markup, fc.string({ unit: "binary", maxLength: 100 })), async (text) => {
        expectSound(await convertAsciidoc(text), text)
      }),
      { numRuns: 300 },
    )
  })

  it("gives the same document at any time", async () => {
    const { document } = await convertAsciidoc("Built {localdatetime}{docyear}.")

    expect(document.blocks).toMatchObject([{ markdown: "Built ." }])
  })

  it.each([
    ["See the {tank-care-docs} first.", "See the tank care docs first."],
    [
      "Install {TankServer} {tankVersionShort} on {Team} or {HTTP}.",
      "Install Tank Server tank Version Short on Team or {HTTP}.",
    ],
    ["{tank-care-docs}/lids.html tells more.", "tank care docs/lids.html tells more."],
    ["Send `GET {tank-id}` or `+{tank-id}+`.", "Send `GET {tank-id}` or `{tank-id}`."],
    [
      "Paths are /tanks/{tank-id}/{id}, names lid-{lid-no} and {id}.",
      "Paths are /tanks/{tank-id}/{id}, names lid-{lid-no} and {id}.",
    ],
  ])("shows a name that nobody defines as words, and templates as they are: %s", async (text, markdown) => {
    const { document } = await convertAsciidoc(text)

    expect(document.blocks).toMatchObject([{ markdown }])
  })

  it.each([
    ["Go to `\\http://localhost:8080` first.", "Go to `http://localhost:8080` first."],
    ["*https://otter.example[The holt]* and _https://otter.example_.", "**The holt** and *https://otter.example*."],
    [":hide-uri-scheme:\n\nSee https://otter.example.", "See https://otter.example."],
    ["State &mdash; and &plusmn;1, &otter; and &notable;.", "State — and ±1, &otter; and &notable;."],
    ["Wash +++<u>well</u>+++ pass:[<br>]always, `<b>` stays.", "Wash well always, `<b>` stays."],
    ["See xref:holt.adoc[the holt^], {url-holt}/x[plan^].", "See the holt, plan."],
    ["Uses javadoc:{url-otter-javadoc}/org.otter.Holt[].", "Uses `Holt`."],
    ["See ref:a.adoc[Otters] in xref:pond.adoc[`the pond`].", "See ref:a.adoc[Otters] in `the pond`."],
    ["Versions\n2.35.1 and later, with\n8.3 names.", "Versions 2.35.1 and later, with 8.3 names."],
  ])("shows what a reader of the site sees: %s", async (text, markdown) => {
    const { document } = await convertAsciidoc(text)

    expect(document.blocks).toMatchObject([{ markdown }])
  })

  it("shows what a block names that only the build of its site knows, but no pictures", async () => {
    const { document } = await convertAsciidoc(
      'dependency::otter-core[scope="test"]\n\nplantuml::holt.puml[]\n\nplay::https://otter.example/1[]\n\n----\nother::kept[]\n----',
    )

    expect(document.blocks).toMatchObject([{ markdown: "`otter-core`" }, { code: "other::kept[]" }])
  })

  it("calls the code of a diagram by its kind, not by its file", async () => {
    const { document } = await convertAsciidoc("[plantuml,my-file,svg]\n----\nA -> B\n----\n\n[mermaid]\n....\nA\n....")

    expect(document.blocks).toMatchObject([{ language: "plantuml" }, { language: "mermaid" }])
  })

  it("says yes and no where a table shows icons, and nothing of others", async () => {
    const { document } = await convertAsciidoc(
      "|===\n|Swims |icon:check-circle[size=lg] |icon:heart[]\n\n|Flies |icon:times[role=red] |icon:xmark[]\n|===",
    )

    expect(document.blocks).toMatchObject([{ header: ["Swims", "✓", ""], rows: [["Flies", "✗", "✗"]] }])
  })

  it("keeps the lines of a verse", async () => {
    const { document } = await convertAsciidoc("[verse]\n'otter' dig [--deep]\n'otter' swim")

    expect(document.blocks).toMatchObject([{ kind: "code", code: "'otter' dig [--deep]\n'otter' swim" }])
  })

  it("calls the code of a tab by its name, with notes on its lines too", async () => {
    const { document } = await convertAsciidoc("Java::\n+\n[source,java]\n----\nint depth; // <1>\n----\n<1> in metres")

    expect(document.blocks).toMatchObject([{ kind: "code", title: "Java" }, { markdown: "1. in metres" }])
  })

  it.each([
    ["Ask {sqlpp} or {river_name}, in {plus}.", "Ask sqlpp or river name, in +."],
    ["Ask _{sqlpp}_, {sqlpp}/Carp or {sqlpp}.", "Ask *sqlpp*, sqlpp/Carp or sqlpp."],
    ["Get {pond}/koi, x_{pond} or {pond}.", "Get {pond}/koi, x_{pond} or {pond}."],
    ["Send `/{depth}` with {depth}.", "Send `/{depth}` with {depth}."],
    [":depth: 3\n\nDig {depth} deep, {Depth}.", "Dig 3 deep, 3."],
    ["ifdef::deep[]\nNo.\nendif::[]\nDig {deep}.", "Dig {deep}."],
    ["{counter:step} and {set:bank:left}{bank}.", "1 and left."],
  ])("shows a small word that nobody defines and no code holds without braces: %s", async (text, markdown) => {
    const { document } = await convertAsciidoc(text)

    expect(document.blocks).toMatchObject([{ markdown }])
  })

  it("keeps a small word in braces that a block of code holds, too", async () => {
    const { document } = await convertAsciidoc("Replace {name}.\n\n----\nhello {name}\n----")

    expect(document.blocks).toMatchObject([{ markdown: "Replace {name}." }, { code: "hello {name}" }])
  })

  it("shows a name that nobody defines as words in a title", async () => {
    const { document } = await convertAsciidoc("= Guide to {tank-care-name}\n\nWords.")

    expect(document).toMatchObject({
      title: "Guide to tank care name",
      blocks: [{ text: "Guide to tank care name" }, {}],
    })
  })

  it("reads no file and no address by itself", async () => {
    const { document } = await convertAsciidoc(
      "Before.\n\n----\ninclude::/etc/passwd[]\n----\n\ninclude::https://example.org/x.adoc[]\n\nAfter.",
    )

    expect(JSON.stringify(document)).not.toContain("root:")
    expect(document.blocks.at(-1)).toMatchObject({ markdown: "After." })
  })
})
