import { existsSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { describe, expect, it } from "vitest"
import { anchorOf, headingsOf, projectRoot, proseOf, readPage, readPages } from "./pages.ts"

const pages = readPages()

describe("links between pages", () => {
  it.each(pages.map((page) => [page.path, page.text] as const))("of %s lead somewhere", (path, text) => {
    const targets = [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? "")
    const broken = targets.filter((target) => !/^[a-z]+:/i.test(target) && !leadsSomewhere(path, target))

    expect(broken).toEqual([])
  })

  it("name every page of docs in its table of contents", () => {
    const contents = readPage("docs/README.md").text
    const pagesOfDocs = pages
      .map((page) => page.path)
      .filter((path) => /^docs\/[^/]+\.md$/.test(path) && path !== "docs/README.md")

    expect(pagesOfDocs.filter((path) => !contents.includes(`(${path.slice("docs/".length)})`))).toEqual([])
  })

  it("name every decision record in their list", () => {
    const list = readPage("docs/decisions/README.md").text
    const records = pages.map((page) => page.path).filter((path) => /^docs\/decisions\/\d{4}-/.test(path))

    expect(records.length).toBeGreaterThan(0)
    expect(records.filter((path) => !list.includes(`(${path.slice("docs/decisions/".length)})`))).toEqual([])
  })
})

function leadsSomewhere(from: string, target: string): boolean {
  const [path = "", anchor] = target.split("#")
  const file = path === "" ? from : normalize(join(dirname(from), path))
  if (!existsSync(join(projectRoot, file))) return false
  return anchor === undefined || headingsOf(readPage(file).text).map(anchorOf).includes(anchor)
}
