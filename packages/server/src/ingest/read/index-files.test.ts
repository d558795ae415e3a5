import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { createIndexBuilder } from "@lectern/engine"
import { FileReport } from "./file-report.ts"
import { indexFiles } from "./index-files.ts"
import { PAGE_STAGES, type PageStages } from "./make-page.ts"
import { fileItem, textSource } from "../run/test-worker.testing.ts"

async function indexed(
  texts: Readonly<Record<string, string | Uint8Array>>,
  stages: PageStages = PAGE_STAGES,
): Promise<FileReport> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-index-"))
  const fileReport = new FileReport(Object.keys(texts).length)
  const builder = createIndexBuilder(join(folder, "index.db"))
  const snapshot = {
    ...textSource({}),
    async *items() {
      for (const [path, text] of Object.entries(texts)) yield fileItem(path, Buffer.from(text))
    },
    readOther: (paths: readonly string[]) =>
      Promise.resolve(
        new Map(
          paths.flatMap((path) => {
            const [found = path] = Object.keys(texts).filter(
              (each) => path.startsWith("**/") && each.endsWith(path.slice(2)),
            )
            const text = texts[found]
            return text === undefined ? [] : [[path, { kind: "file" as const, bytes: Buffer.from(text) }]]
          }),
        ),
      ),
  }
  const { signal } = new AbortController()
  const filling = { snapshot, builder, fileReport, workDirectory: folder, signal, onProgress: () => undefined }
  await indexFiles(filling, stages)
  builder.abort()
  await rm(folder, { recursive: true })
  return fileReport
}

const page = (name: string) =>
  `# ${name}\n\nThis page of the documentation says everything there is to say about ${name}.\n`

describe("files of a source", () => {
  it("are each accounted for: indexed, or left out with the reason", async () => {
    const fileReport = await indexed({
      "a.md": page("one"),
      "again.md": page("one"),
      "b.rst": "Two\n===\n\nThis page is written in another language than the first one.\n",
      "blank.md": "\n\n",
      "nothing.md": "",
      "binary.md": Buffer.from([0, 1, 2, 3, 0, 255]),
      "big.md": "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 1\n",
      "logo.svg": "<svg/>",
    })

    expect(fileReport.indexed.map(({ path }) => path)).toEqual(["a.md", "b.rst"])
    expect(Object.fromEntries(fileReport.leftOut.map(({ path, reason }) => [path, reason]))).toEqual({
      "again.md": "duplicate",
      "blank.md": "empty",
      "nothing.md": "empty",
      "binary.md": "binary",
      "big.md": "lfs_pointer",
      "logo.svg": "not_documentation",
    })
    expect(fileReport.progress()).toMatchObject({ filesTotal: 8, filesDone: 2, filesLeftOut: 6, filesFailed: 0 })
  })

  it("are each read once, with and without other files to include, and leave no temporary file", async () => {
    for (const withOthers of [true, false]) {
      const reads: string[] = []
      const folder = await mkdtemp(join(tmpdir(), "lectern-once-"))
      const texts = { "b.md": page("one"), "a.md": `{* x.py *}\n\n${page("two")}` }
      const { readOther: _none, ...source } = textSource(texts)
      const snapshot = {
        ...source,
        async *items() {
          for (const [path, text] of Object.entries(texts)) {
            reads.push(path)
            yield fileItem(path, Buffer.from(text))
          }
        },
        ...(withOthers ? { readOther: () => Promise.resolve(new Map()) } : {}),
      }
      const builder = createIndexBuilder(join(folder, "index.db"))
      const fileReport = new FileReport(2)
      const { signal } = new AbortController()

      await indexFiles({ snapshot, builder, fileReport, workDirectory: folder, signal, onProgress: () => undefined })
      builder.abort()

      expect(reads).toEqual(["b.md", "a.md"])
      expect(fileReport.indexed.map(({ path }) => path)).toEqual(["b.md", "a.md"])
      expect(await readdir(folder)).toEqual([])
      await rm(folder, { recursive: true })
    }
  })

  it("are no pages of their own when they are there for other pages, which take them in", async () => {
    const fileReport = await indexed({
      "docs/modules/ROOT/pages/a.adoc":
        "= A\n\n:otter: Lutra\n\ninclude::partial$in.adoc[]\n\ninclude::{partialsdir}/old/in.adoc[]\n",
      "docs/modules/ROOT/partials/in.adoc": "The {otter} stands in the page that includes it.\n",
      "docs/modules/ROOT/partials/old/in.adoc": "This one is found by the end of its path.\n",
      "docs/modules/ROOT/partials/alone.adoc": "Nobody includes this one, and it is kept.\n",
    })

    expect(fileReport.indexed.map(({ path }) => path.split("/").at(-1))).toEqual(["a.adoc", "alone.adoc"])
    expect(fileReport.leftOut).toMatchObject([
      { reason: "duplicate", detail: "it is part of the pages that include it" },
      { reason: "duplicate", detail: "it is part of the pages that include it" },
    ])
  })

  it("are no pages if they have no title and a component of another page names them", async () => {
    const fileReport = await indexed({
      "docs/a.mdx": `${page("one")}\n<Reference src="koi/feed" />\n`,
      "docs/b.mdx": page("two"),
      "reference-parts/koi/feed.mdx": "| Name | Type |\n| - | - |\n| `koi` | `Fish` |\n",
    })

    expect(fileReport.indexed.map(({ path }) => path)).toEqual(["docs/a.mdx", "docs/b.mdx"])
    expect(fileReport.leftOut).toMatchObject([{ path: "reference-parts/koi/feed.mdx", reason: "duplicate" }])
  })

  it("are no pages if their site never publishes them, even if no page includes them", async () => {
    const fileReport = await indexed({
      "docs/a.mdx": `import Koi from "./_koi.mdx"\n\n${page("one")}\n<Koi />\n`,
      "docs/_koi.mdx": "The koi of this page swim in a pond.\n",
      "docs/_alone.mdx": page("two"),
      "docusaurus.config.js": "export default { title: 'Pond' }",
    })

    expect(fileReport.indexed.map(({ path }) => path)).toEqual(["docs/a.mdx"])
    expect(fileReport.leftOut).toMatchObject([
      { path: "docs/_koi.mdx", reason: "duplicate" },
      { path: "docs/_alone.mdx", reason: "not_documentation", detail: "docusaurus.config.js" },
      { path: "docusaurus.config.js", reason: "not_documentation" },
    ])
  })

  it("report what is wrong in a file that is indexed all the same", async () => {
    const fileReport = await indexed({
      "a.md": Buffer.concat([Buffer.from(`${page("é")}\n`), Buffer.from([0xff, 0xfe, 0x0a])]),
    })

    expect(fileReport.indexed).toMatchObject([{ path: "a.md", problems: [expect.stringContaining("UTF-8")] }])
  })

  it("that could not be read in their format are named before everything else", async () => {
    const unread = "=".repeat(40) + "\n".repeat(6 * 1024 * 1024)
    const fileReport = await indexed({ "a.md": page("one"), "book/b.adoc": `${page("two")}\n${unread}` })

    expect(fileReport.firstNotes).toEqual(["could not be parsed and were kept as plain text: book/b.adoc"])
  })

  it("have a front page when one opens at least half of them", async () => {
    const whole = await indexed({
      "docs/en/index.md": page("Whole"),
      "docs/en/a.md": page("a"),
      "docs/en/b/index.md": page("b"),
    })
    const deeper = await indexed({
      "scripts/README.md": page("Scripts"),
      "src/content/docs/index.md": page("Deeper"),
      "src/content/docs/a.md": page("a"),
    })
    const part = await indexed({ "docs/errors/index.md": page("Part"), "docs/a.md": page("a"), "docs/b.md": page("b") })

    expect(whole.frontDocument?.blocks[0]).toMatchObject({ text: "Whole" })
    const home = await indexed({
      "docs/introduction.md": page("Introduction"),
      "docs/index.md": "---\nhero:\n  tagline: A router for ponds\n---\n",
      "docs/a.md": page("a"),
    })
    const antora = await indexed({
      "docs/modules/ROOT/pages/index.adoc": page("Start"),
      "docs/modules/clients/pages/overview.adoc": page("Clients"),
      "docs/modules/data/pages/a.adoc": page("a"),
    })

    expect(home.frontDocument?.description).toBe("A router for ponds")
    expect(antora.frontDocument?.title).toBe("Start")
    expect(deeper.frontDocument?.blocks[0]).toMatchObject({ text: "Deeper" })
    expect(part.frontDocument).toBeUndefined()
  })
})

describe("a file that takes too long", () => {
  const isHostile = (text: string) => text.includes("hostile")
  const spin = (): never => {
    for (;;);
  }

  it.each<[string, PageStages]>([
    [
      "to parse",
      {
        ...PAGE_STAGES,
        parsePage: (page, rest) => (isHostile(page.text) ? spin() : PAGE_STAGES.parsePage(page, rest)),
      },
    ],
    [
      "to cut",
      {
        ...PAGE_STAGES,
        cutPage: (file, document) => (isHostile(file.path) ? spin() : PAGE_STAGES.cutPage(file, document)),
      },
    ],
  ])("%s is recorded as failed, and the others are indexed", async (_stage, stages) => {
    const fileReport = await indexed(
      { "a.md": page("one"), "hostile.md": page("hostile"), "b.md": page("two"), "c.md": page("three") },
      stages,
    )

    expect(fileReport.indexed.map(({ path }) => path)).toEqual(["a.md", "b.md", "c.md"])
    expect(fileReport.failed).toEqual([
      { path: "hostile.md", reason: expect.stringMatching(/^parsing was stopped: it took longer than [\d.]+ s$/) },
    ])
  })
})
