import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { filterPaths, type PathScope } from "./filter-paths.ts"
import { WHOLE_SOURCE } from "./filter-paths.testing.ts"

const sieve = (paths: readonly string[], scope: Partial<PathScope> = {}) =>
  filterPaths(paths, { ...WHOLE_SOURCE, ...scope })
const reasons = (paths: readonly string[], scope: Partial<PathScope> = {}) =>
  Object.fromEntries(sieve(paths, scope).leftOut.map(({ path, reason }) => [path, reason]))
const pages = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/page-${at}.md`)

describe("path sieve", () => {
  it("keeps documentation wherever it lies", () => {
    const paths = [
      "README.md",
      "docs/index.md",
      "docs/api/v1/x.md",
      "docs/api/v2/x.md",
      "src/guide/testing/tests.md",
      "docs/tests/run.md",
      "docs/security.md",
      "docs/vendor/setup.md",
      "docs/i18n/setup.md",
      "docs/go/is.md",
      "docs/ts/a.md",
    ]

    expect(sieve(paths)).toEqual({ kept: paths, leftOut: [], notes: [] })
  })

  it("leaves out packages, builds, tests and dot folders", () => {
    const files = [
      "node_modules/a/README.md",
      "packages/a/vendor/b.md",
      "dist/a.md",
      ".github/x.md",
      "tests/README.md",
      "LICENSES/Apache-2.0.txt",
      "docs/fixtures/a.md",
      "a/testdata/b.txt",
      "docs/node_modules/a.md",
      "layouts/_shortcodes/intro.md",
      "docs/themes/a/layouts/partials/note.md",
      "docs/_templates/autosummary/class.rst",
      "revdep/problems.md",
    ]

    expect(sieve([...files, ...pages("docs", 3)]).kept).toEqual(pages("docs", 3))
    expect(new Set(Object.values(reasons([...files, ...pages("docs", 3)])))).toEqual(new Set(["excluded_folder"]))
  })

  it("leaves out designs inside documentation, unless they were chosen or nothing else remains", () => {
    const designs = ["docs/proposals/1.md", "site/content/design-proposals/2.md", "docs/dev/adr/3.md", "docs/rfcs/4.md"]
    const kept = ["README.md", "docs/proposals.md", "rfcs/5.md", "proposals/docs/6.md", "enhancements/7.md"]

    expect(sieve([...kept, ...designs]).kept).toEqual(kept)
    expect(new Set(Object.values(reasons([...kept, ...designs])))).toEqual(new Set(["excluded_folder"]))
    expect(sieve([...kept, ...designs], { folders: ["docs"] }).kept).toEqual([
      "docs/proposals.md",
      "proposals/docs/6.md",
    ])
    expect(sieve([...kept, ...designs], { folders: ["docs/proposals"] }).kept).toEqual(["docs/proposals/1.md"])
    expect(sieve(designs)).toMatchObject({ kept: designs, notes: [expect.stringContaining('"foreign"')] })
  })

  it("leaves out skills of coding agents, unless they were chosen or nothing else remains", () => {
    const skills = ["docs/skills/owl/SKILL.md", "docs/skills/owl/references/flying.md", "SKILL.md"]
    const kept = ["README.md", "docs/skills/index.md", "docs/skills.md"]

    expect(sieve([...kept, ...skills]).kept).toEqual(kept)
    expect(new Set(Object.values(reasons([...kept, ...skills])))).toEqual(new Set(["not_documentation"]))
    expect(sieve([...kept, ...skills], { folders: ["docs/skills/owl"] }).kept).toEqual(skills.slice(0, 2))
    expect(sieve(skills)).toMatchObject({ kept: skills, notes: [expect.stringContaining('"foreign"')] })
  })

  it("leaves out pages of R Markdown whose result is beside them", () => {
    const kept = ["README.md", "docs/revdep/a.md", "vignettes/koi.Rmd", "vignettes/pond.qmd"]

    const parts = ["README.Rmd", "vignettes/_part.qmd"]

    expect(sieve([...kept, ...parts]).kept.toSorted()).toEqual(kept)
    expect(reasons([...kept, ...parts])).toEqual(Object.fromEntries(parts.map((path) => [path, "not_documentation"])))
  })

  it("leaves out text files that pages of reStructuredText include, unless pages end so, too", () => {
    const pagesOf = (folder: string) => ["index.rst", "a.rst", "b.rst"].map((name) => `${folder}/${name}`)
    const kept = [...pagesOf("docs"), "docs/README.txt", "notes/x.txt", "other/index.rst", "other/a.txt", "other/b.txt"]
    const old = [...pagesOf("first"), "first/index.txt", "first/a.txt"]

    const sieved = sieve([...kept, ...old, "docs/parts/warning.txt", "docs/output.txt"])

    expect(new Set(sieved.kept)).toEqual(new Set([...kept, ...old]))
    expect(reasons([...kept, "docs/parts/warning.txt"])).toEqual({ "docs/parts/warning.txt": "not_documentation" })
  })

  it("leaves out change logs, licences and house rules, but not pages of such a name", () => {
    expect(
      reasons([
        "CHANGELOG.md",
        "docs/release-notes.md",
        "6_0_release_notes.md",
        "release-notes-v1.2.md",
        "docs/about-release-notes.md",
        "HISTORY.rst",
        "docs/history.md",
        "CHANGELOG-1.24.md",
        "changelog/1.md",
        "docs/changelog/migration_20.rst",
        "docs/changelog/whatsnew_20.rst",
        "legal/open_source_licenses.txt",
        "LICENSE",
        "LICENSE.txt",
        "docs/CODE_OF_CONDUCT.md",
        "CODEOWNERS.md",
        "docs/CodeOwners.md",
        "docs/layouts/grid.md",
        "contributing.md",
        "docs/contributing.md",
        "docs/security.md",
        "requirements-dev.txt",
        "cran-comments.md",
        "llms-full.txt",
        "static/llms-full-guide.txt",
        "site/modules/ROOT/nav.adoc",
        "site/modules/ROOT/pages/navigation.adoc",
        "upgrade.md",
        "releases.md",
      ]),
    ).toEqual({
      "CHANGELOG.md": "changelog",
      "6_0_release_notes.md": "changelog",
      "release-notes-v1.2.md": "changelog",
      "HISTORY.rst": "changelog",
      "CHANGELOG-1.24.md": "changelog",
      "changelog/1.md": "changelog",
      "legal/open_source_licenses.txt": "boilerplate",
      LICENSE: "boilerplate",
      "LICENSE.txt": "boilerplate",
      "docs/CODE_OF_CONDUCT.md": "boilerplate",
      "CODEOWNERS.md": "boilerplate",
      "contributing.md": "boilerplate",
      "requirements-dev.txt": "boilerplate",
      "cran-comments.md": "boilerplate",
      "llms-full.txt": "boilerplate",
      "static/llms-full-guide.txt": "boilerplate",
      "site/modules/ROOT/nav.adoc": "boilerplate",
    })
  })

  it("knows a translation into a language that nobody knows by its pages, and a subject of two letters by its own", () => {
    const pages = ["index.md", "tutorial/first.md", "tutorial/second.md"]
    const mirrored = pages.map((page) => `docs/em/docs/${page}`)
    const kept = [
      ...pages.map((page) => `docs/en/docs/${page}`),
      "docs/db/index.md",
      "docs/db/tables.md",
      "docs/db/keys.md",
    ]
    const known = ["de", "ja"].flatMap((code) => pages.map((page) => `docs/${code}/docs/${page}`))

    const sieved = filterPaths([...kept, ...known, ...mirrored], WHOLE_SOURCE)

    expect(sieved.kept).toEqual(kept)
    expect(sieved.leftOut.filter(({ detail }) => detail === "em").map(({ path }) => path)).toEqual(mirrored)
  })

  it("leaves out what is not part of the book if the repository is one", () => {
    const book = ["README.md", "src/SUMMARY.md", "src/ch01-00-otters.md", "src/appendix/a.md"]
    const others = [
      "style-guide.md",
      "listings/ch01/output.txt",
      "nostarch/chapter01.md",
      "nostarch/docx/chapter01.docx",
    ]
    const whole = filterPaths([...book, ...others], WHOLE_SOURCE)
    const chosen = filterPaths([...book, ...others], { ...WHOLE_SOURCE, folders: ["nostarch"] })

    expect(whole.kept).toEqual(book)
    expect(whole.leftOut[0]).toEqual({ path: "style-guide.md", reason: "not_documentation", detail: "src/SUMMARY.md" })
    expect(chosen.kept).toEqual(["nostarch/chapter01.md", "nostarch/docx/chapter01.docx"])
  })

  it("leaves out translations, judged by their siblings", () => {
    const translated = [
      "docs/de/a.md",
      "docs/zh-CN/a.md",
      "i18n/it/a.md",
      "website/locales/no/a.md",
      "README.zh-CN.md",
      "README_CN.md",
      "readme-ja.md",
      "docs/en/guide.fr.md",
      "components/table/index.zh-CN.md",
      "components/list-ja.md",
      "i18n/zh-Hans/docusaurus-plugin-content-docs/current/x.md",
    ]
    const own = [
      "docs/en/a.md",
      "docs/en/guide.md",
      "components/table/index.en-US.md",
      "components/list-en.md",
      "docs/what-it-is.md",
      "i18n/en/a.md",
      "README.md",
      "src/id/a.md",
      "docs/no-op/a.md",
      "docs/en-US/b.md",
    ]

    expect(reasons([...own, ...translated])).toEqual(
      Object.fromEntries(translated.map((path) => [path, "translation"])),
    )
  })

  it("obeys folders and exclusions: names at any depth, paths from the root, globs", () => {
    const paths = [
      "README.md",
      "docs/a.md",
      "packages/x/docs/b.md",
      "docs/internal/c.md",
      "docs/draft-1/d.md",
      "docs/e.md",
      "other/e.md",
    ]

    expect(sieve(paths, { folders: ["docs"] }).kept).toEqual([
      "docs/a.md",
      "packages/x/docs/b.md",
      "docs/internal/c.md",
      "docs/draft-1/d.md",
      "docs/e.md",
    ])
    expect(sieve(paths, { folders: ["/docs"] }).kept).toEqual([
      "docs/a.md",
      "docs/internal/c.md",
      "docs/draft-1/d.md",
      "docs/e.md",
    ])
    expect(sieve(paths, { folders: ["packages/*/docs"] }).kept).toEqual(["packages/x/docs/b.md"])
    expect(reasons(paths, { excludeFolders: ["internal", "draft*"], excludeFiles: ["./docs/e.md"] })).toEqual({
      "docs/internal/c.md": "excluded_folder",
      "docs/draft-1/d.md": "excluded_folder",
      "docs/e.md": "excluded_file",
    })
    expect(reasons(paths, { excludeFiles: ["e.md", "docs/**/c.md"] })).toEqual({
      "docs/internal/c.md": "excluded_file",
      "docs/e.md": "excluded_file",
      "other/e.md": "excluded_file",
    })
    expect(sieve(paths, { folders: ["."], excludeFolders: ["", "/"] }).kept).toEqual(paths)
  })

  it("lets a folder that was asked for overrule the default exclusions above it", () => {
    const paths = [
      "docs/zh/a.md",
      "docs/en/a.md",
      "vendor/lib/docs/b.md",
      "docs/zh/node_modules/c.md",
      "archive/v1/a.md",
    ]

    const kept = sieve(paths, { folders: ["docs/zh", "vendor/lib", "archive/v1"] }).kept

    expect(kept).toEqual(["docs/zh/a.md", "vendor/lib/docs/b.md", "archive/v1/a.md"])
  })

  it("does not apply a default exclusion that would empty the library, and says so", () => {
    const chinese = pages("docs/zh", 40)

    const result = sieve(["README.md", "LICENSE.md", ...chinese])

    expect(result.kept).toEqual(["README.md", ...chinese])
    expect(result.notes).toEqual([
      'the default exclusion "translation" was not applied: it would leave out 40 of 42 documentation files and keep 1',
    ])
    expect(sieve(["CHANGELOG.md"]).kept).toEqual(["CHANGELOG.md"])
    expect(sieve(["vendor/a.md"]).kept).toEqual(["vendor/a.md"])
  })

  it("never takes other people's packages in as long as there is anything of its own", () => {
    expect(sieve(["README.md", ...pages("node_modules/x", 500)]).kept).toEqual(["README.md"])
  })

  it("accounts for every path once, whatever the paths and patterns", () => {
    const segment = fc.oneof(
      fc.constantFrom("docs", "zh", "v1", "v2", "en", "vendor", "README.md", "*", "a"),
      fc.string(),
    )
    const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join("/"))
    fc.assert(
      fc.property(
        fc.uniqueArray(path),
        fc.array(path),
        fc.array(path),
        fc.array(path),
        (paths, folders, excludeFolders, excludeFiles) => {
          const { kept, leftOut } = sieve(paths, { folders, excludeFolders, excludeFiles })
          expect([...kept, ...leftOut.map((item) => item.path)].toSorted()).toEqual(paths.toSorted())
        },
      ),
    )
  })

  it("keeps something whenever there is something and nobody asked otherwise", () => {
    const segment = fc.constantFrom(
      "docs",
      "zh",
      "de",
      "v1",
      "v2",
      "archive",
      "vendor",
      "tests",
      ".github",
      "CHANGELOG.md",
      "LICENSE.md",
    )
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/"))
    fc.assert(fc.property(fc.uniqueArray(path, { minLength: 1 }), (paths) => sieve(paths).kept.length > 0))
  })

  it("is not held up by a pattern made to be slow", () => {
    const paths = Array.from({ length: 50 }, (_, at) => `${"a".repeat(200)}${at}.md`)

    const usedBefore = process.cpuUsage()
    sieve(paths, {
      excludeFiles: [
        "*a*a*a*a*a*a*a*a*a*b",
        "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}*b",
      ],
    })

    expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(2_000)
  })
})
