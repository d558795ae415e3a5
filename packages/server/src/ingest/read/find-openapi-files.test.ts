import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { createIndexBuilder, openIndex } from "@lectern/engine"
import { openFolderSource } from "../../sources/folder/folder-source.ts"
import { FileReport } from "./file-report.ts"
import { indexFiles } from "./index-files.ts"

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** Indexes a folder of these files. @returns the report, and what the passages of a file say with their addresses. */
async function indexed(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "lectern-apis-"))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, "source", path)), { recursive: true })
    await writeFile(join(folder, "source", path), text)
  }
  const { signal } = new AbortController()
  const snapshot = await openFolderSource({ path: join(folder, "source"), urlPrefix: "https://host/" }, signal)
  const fileReport = new FileReport(snapshot.fileCount)
  const builder = createIndexBuilder(join(folder, "index.db"))
  await indexFiles({ snapshot, builder, fileReport, workDirectory: folder, signal, onProgress: () => undefined })
  builder.finish({ sync: false })
  const index = openIndex(join(folder, "index.db"))
  const snippets = [...index.snippets()]
  index.close()
  return { fileReport, passages: (path: string) => snippets.filter(({ pagePath }) => pagePath.startsWith(path)) }
}

const api = (more: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "Ponds", version: "1" },
  paths: {
    "/ponds": {
      get: {
        summary: "List ponds",
        responses: {
          200: { description: "All", content: { "application/json": { schema: { $ref: "../parts/pond.yaml" } } } },
        },
      },
    },
  },
  ...more,
})
const page = "---\ntitle: Guide\n---\n\nEverything about the ponds of this service and what swims in them.\n"

describe("descriptions of APIs that a site shows", () => {
  it("are read with the files that they refer to, as pages at their own addresses", async () => {
    const { fileReport, passages } = await indexed({
      "docs.json": JSON.stringify({
        navigation: { tabs: [{ tab: "API", openapi: ["/specs/a b.json", "https://x.example/y.json"] }] },
      }),
      "index.mdx": page,
      "specs/a b.json": JSON.stringify(api()),
      "parts/pond.yaml": "type: object\nproperties:\n  depth:\n    type: number\n    description: Metres of water.\n",
    })

    expect(fileReport.failed).toEqual([])
    expect(fileReport.indexed.map(({ path }) => path)).toContain("specs/a b.json/Operations/GET-ponds.apidoc")
    const said = passages("specs/a b.json/")
    expect(said.map(({ content }) => content).join("\n")).toContain("Metres of water.")
    expect(said.at(-1)?.url).toMatch(/^https:\/\/host\/specs\/a%20b\.json#\/paths\//)
    expect(fileReport.progress().filesTotal).toBe(fileReport.indexed.length + fileReport.leftOut.length)
  })

  it("are named by pages too, beside them or from a folder above, each read once", async () => {
    const { fileReport } = await indexed({
      "docs/a.mdx": `---\ntitle: A\nopenapi: "api/one.json GET /ponds"\n---\n\nWords of the first page.\n`,
      "docs/b.mdx": `---\ntitle: B\nopenapi: /api/one.json GET /ponds\n---\n\nWords of the second page.\n`,
      "docs/deep/c.md": `${page}\n{% openapi src="../two.yaml" path="/ponds" method="get" %}\n{% endopenapi %}\n`,
      "docs/deep/d.md": `${page}Another one.\n\n\`\`\`\nopenapi: gone.json GET /x\n\`\`\`\n`,
      "api/one.json": JSON.stringify(api({ info: { title: "One", version: "1" } })),
      "docs/two.yaml": "openapi: 3.0.0\ninfo: {title: Two, version: '1'}\npaths: {}\n",
    })

    const overviews = fileReport.indexed.map(({ path }) => path).filter((path) => path.endsWith("/overview"))
    expect(overviews).toEqual(["api/one.json/overview", "api/one.json/Operations/overview", "docs/two.yaml/overview"])
    expect(fileReport.leftOut).toContainEqual(expect.objectContaining({ path: "parts/pond.yaml", reason: "not_found" }))
  })

  it("are reported when they are missing, broken or too large, and cost no page", async () => {
    const { fileReport } = await indexed({
      "docs.json": JSON.stringify({ openapi: ["gone.yaml", "broken.json", "list.yaml", "large.json", "bad.json"] }),
      "index.mdx": page,
      "broken.json": '{\n  "openapi": "3.1.0",\n  "info": {,\n',
      "list.yaml": "- no description\n",
      "large.json": " ".repeat(11 * 1024 * 1024),
      "bad.json": JSON.stringify(
        api({ components: { schemas: { A: { $ref: "%E0%A4%A.yaml" }, B: { $ref: "../../up.yaml" } } } }),
      ),
    })

    expect(fileReport.indexed.map(({ path }) => path)).toContain("index.mdx")
    expect(fileReport.failed).toMatchObject([
      { path: "broken.json", reason: expect.stringMatching(/^line 3: /) },
      { path: "list.yaml", reason: expect.stringContaining("not an OpenAPI description") },
    ])
    expect(fileReport.leftOut).toEqual(
      expect.arrayContaining([
        { path: "gone.yaml", reason: "not_found" },
        { path: "large.json", reason: "too_large" },
      ]),
    )
    expect(fileReport.indexed.map(({ path }) => path)).toContain("bad.json/overview")
  })
})
