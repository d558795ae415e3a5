import { expect, it } from "vitest"
import { findBuiltPages, titleOfBuiltPage } from "./built-pages.ts"

const page = (generator: string, title: string) =>
  `<!DOCTYPE html><head><meta name="generator" content="${generator}"><title>${title}</title></head>`

it("reads the titles of pages that a documentation tool has made", () => {
  expect(titleOfBuiltPage(page("GitBook 3.2.3", "Feeding · Koi"))).toBe("Feeding")
  expect(titleOfBuiltPage(page("mkdocs-1.6.1", "Feeding - Koi"))).toBe("Feeding")
  expect(titleOfBuiltPage(page("Microsoft Word", "Feeding"))).toBeUndefined()
  expect(titleOfBuiltPage("<title>Feeding</title>")).toBeUndefined()
})

const sources = ["Feeding", "Ponds", "Winter"].map((title) => ({
  path: `src/${title.toLowerCase()}.md`,
  title,
  toctrees: [],
}))
const built = (folder: string, ...titles: readonly string[]) =>
  titles.map((builtTitle) => ({ path: `${folder}/${builtTitle.toLowerCase()}.html`, builtTitle, toctrees: [] }))

it("finds pages that were built from other pages of the source", () => {
  const pages = [...sources, ...built("docs", "Feeding", "ponds", "Winter", "Gone", "Lost")]

  expect(Object.fromEntries(findBuiltPages(pages))).toEqual({
    "docs/feeding.html": "src/feeding.md",
    "docs/ponds.html": "src/ponds.md",
    "docs/winter.html": "src/winter.md",
    "docs/gone.html": "src/feeding.md",
    "docs/lost.html": "src/feeding.md",
  })
})

it("finds nothing where the built pages are the documentation, or where few of them have a source", () => {
  expect(findBuiltPages(built("docs", "Feeding", "Ponds", "Winter")).size).toBe(0)
  expect(findBuiltPages([...sources, ...built("docs", "Feeding", "Ponds")]).size).toBe(0)
  const carp = { path: "src/carp.md", title: "鯉", toctrees: [] }
  expect(findBuiltPages([carp, ...built("docs", "餌", "池", "冬")]).size).toBe(0)
  const others = ["A", "B", "C", "D"].map((title) => `Fish ${title}`)
  expect(findBuiltPages([...sources, ...built("docs", "Feeding", "Ponds", "Winter", ...others)]).size).toBe(0)
})
