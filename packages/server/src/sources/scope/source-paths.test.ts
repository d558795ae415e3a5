import { describe, expect, it } from "vitest"

import { filterPaths } from "./filter-paths.ts"
import { WHOLE_SOURCE } from "./filter-paths.testing.ts"

const LANGUAGES = "ar de es fr it ja ko nl pl pt ru tr uk vi zh cs da fi he hi hu".split(" ")

function pages(folder: string, count: number, ending = ".md"): readonly string[] {
  return Array.from({ length: count }, (_, at) => `${folder}/page-${at}${ending}`)
}

describe("default exclusions of a whole source", () => {
  it("leaves out translations of pages that are there in English, however few of the files those are", () => {
    const english = pages("docs", 10)
    const suffixed = LANGUAGES.flatMap((language) => pages("docs", 10, `.${language}.md`))
    expect(filterPaths([...english, ...suffixed], WHOLE_SOURCE)).toMatchObject({ kept: english, notes: [] })

    const inFolder = pages("docs/en", 10)
    const inFolders = LANGUAGES.flatMap((language) => pages(`docs/${language}`, 10))
    expect(filterPaths([...inFolder, ...inFolders], WHOLE_SOURCE)).toMatchObject({ kept: inFolder, notes: [] })
  })

  it("keeps the only language of a manual, except the pages that are there in English", () => {
    const { kept } = filterPaths(["docs/page-0.md", ...pages("docs/zh", 40)], WHOLE_SOURCE)

    expect(kept).toEqual(["docs/page-0.md", ...pages("docs/zh", 40).slice(1)])
  })

  it("serves the version before a newest one that is only announced", () => {
    const current = pages("docs/4.0", 40)
    const announced = ["docs/5.0/index.md"]
    const old = pages("docs/3.0", 30)

    expect(filterPaths([...old, ...current, ...announced], WHOLE_SOURCE).kept).toEqual([...current, ...announced])
    expect(filterPaths([...old, ...current, ...pages("docs/5.0", 4)], WHOLE_SOURCE).kept).toEqual(pages("docs/5.0", 4))
  })

  it("serves `docs` instead of the versions beside it that are named after it", () => {
    const paths = ["packages/docs/a.md", "packages/docs-v3/a.md", "packages/docs_v2/a.md", "packages/docsify/a.md"]

    expect(filterPaths(paths, WHOLE_SOURCE).kept).toEqual(["packages/docs/a.md", "packages/docsify/a.md"])
    expect(filterPaths(["docs-v3/a.md", "docs-v2/a.md"], WHOLE_SOURCE).kept).toEqual(["docs-v3/a.md"])
  })

  it("leaves out the versions of a part of a site, whose folder is beside them or in `docs`", () => {
    const current = ["docs/core/a.md", "docs/ponds/a.md", "fish/a.md"]
    const old = ["ponds_versioned_docs/version-v3_koi_v1.x.x/a.md", "fish_versioned_docs/version-koi_v1/a.md"]

    expect(filterPaths([...current, ...old], WHOLE_SOURCE).kept).toEqual(current)
  })

  it("counts pages of versions without their translations", () => {
    const current = pages("docs/5.0", 6)
    const before = [...pages("docs/4.0", 30), ...LANGUAGES.flatMap((tag) => pages("docs/4.0", 30, `.${tag}.md`))]

    expect(filterPaths([...before, ...current], WHOLE_SOURCE).kept).toEqual(current)
  })

  it("still applies the other rules to files that a skipped rule would leave out", () => {
    const chinese = pages("docs/zh", 40)
    const { kept, notes } = filterPaths(["README.md", ...chinese, "docs/zh/LICENSE.md"], WHOLE_SOURCE)

    expect(kept).toEqual(["README.md", ...chinese])
    expect(notes).toHaveLength(1)
  })
})
