import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { IndexBuilder, Page } from "@lectern/engine"
import { openFolderSource } from "../../sources/folder/folder-source.ts"
import { FileReport } from "./file-report.ts"
import { indexFiles } from "./index-files.ts"

const { signal } = new AbortController()
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-plan-"))
})
afterEach(() => rm(folder, { recursive: true }))

/** Indexes files of a folder. @returns the pages in the order in which they reached the index. */
async function pagesOf(files: Readonly<Record<string, string>>): Promise<readonly Page[]> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const snapshot = await openFolderSource({ path: folder, urlPrefix: "https://docs.example/" }, signal)
  const pages: Page[] = []
  const builder: IndexBuilder = {
    snippetCount: 1,
    add: (page: Page) => void pages.push(page),
    finish: () => ({ snippets: 1, tokens: 1, pages: 1 }) as never,
    abort: () => undefined,
  }
  const fileReport = new FileReport(snapshot.fileCount)
  await indexFiles({ snapshot, builder, fileReport, workDirectory: folder, signal, onProgress: () => undefined })
  return pages
}

describe("reading order", () => {
  it("is that of the site's navigation, read through what its configuration imports", async () => {
    const pages = await pagesOf({
      "docs/.vitepress/config.ts": "import { sidebar } from './sidebar'\nexport default { themeConfig: { sidebar } }",
      "docs/.vitepress/sidebar.ts":
        "export const sidebar = [{ text: 'Basics', items: [{ text: 'Second step', link: '/b' }, { text: 'First step', link: '/a' }] }]",
      "docs/a.md": "# Named by itself\n\nThis page says what the first step is.\n",
      "docs/b.md": "This page has no title and says what the second step is.\n",
      "docs/0.md": "# Not in the list\n\nThis page is found by nobody who follows the list.\n",
    })

    expect(pages.map(({ path, title }) => [path, title])).toEqual([
      ["docs/b.md", "Second step"],
      ["docs/a.md", "Named by itself"],
      ["docs/0.md", "Not in the list"],
    ])
    expect(pages[0]?.snippets[0]?.headingPath).toEqual(["Basics", "Second step"])
  })

  it("is that of paths when there is no configuration, each time the same", async () => {
    const files = {
      "b.md": "# B\n\nText of the page B.\n",
      "a/z.md": "# Z\n\nText of the page Z.\n",
      "a/index.md": "# A\n\nText of A.\n",
    }

    const first = await pagesOf(files)
    const again = await pagesOf(files)

    expect(first.map(({ path }) => path)).toEqual(["a/index.md", "a/z.md", "b.md"])
    expect(again).toEqual(first)
  })
})
