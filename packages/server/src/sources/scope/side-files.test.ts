import { describe, expect, it } from "vitest"
import { filterPaths } from "./filter-paths.ts"
import { WHOLE_SOURCE } from "./filter-paths.testing.ts"

const reasons = (paths: readonly string[], folders: readonly string[] = []) =>
  Object.fromEntries(filterPaths(paths, { ...WHOLE_SOURCE, folders }).leftOut.map(({ path, reason }) => [path, reason]))
const all = (paths: readonly string[], reason: string) => Object.fromEntries(paths.map((path) => [path, reason]))
const docs = ["koi", "otters", "ponds", "rivers", "water"].map((name) => `docs/${name}.md`)

describe("files beside the documentation", () => {
  const kept = [
    "README.md",
    "names.txt",
    "docs/notes.txt",
    "docs/examples/README.md",
    "packages/otter/README.md",
    "plugins/pond/readme.rst",
    "starter/README.adoc",
    "examples/feeding.md",
  ]
  const beside = [
    "examples/README",
    "apps/pond/README.md",
    "templates/pond-app/README.md",
    "packages/otter-template/README.md",
    "packages/otter/scripts/readme.md",
    "benchmarks/README.rst",
    "ci/suppressions.txt",
    "packages/otter/versions.txt",
  ]

  it("leaves out READMEs of examples and applications, and text files, if there is a folder of documentation", () => {
    expect(reasons([...docs, ...kept, ...beside])).toEqual(all(beside, "not_documentation"))
    expect(reasons([...docs.slice(1), ...kept.filter((path) => !path.startsWith("docs/")), ...beside])).toEqual({})
  })

  it("keeps those that were chosen", () => {
    const paths = [...docs, "apps/pond/README.md", "apps/pond/names.txt", "apps/pond/demo/README.md"]

    expect(reasons(paths, ["apps/pond"])).toEqual({
      ...all(docs, "outside_folders"),
      "apps/pond/demo/README.md": "not_documentation",
    })
  })

  it("leaves out fragments of a changelog, but no numbered pages", () => {
    const fragments = ["1234.feature.rst", "1235.bugfix.1.rst", "+koi.misc.md", "README.rst", ".template.rst"]
    const pages = ["1.index.md", "2.swimming.md", "3.feeding.md", "404.pond.md"].map((name) => `docs/${name}`)
    const changes = fragments.map((name) => `CHANGES/${name}`)

    expect(reasons([...docs, ...pages, ...changes])).toEqual(all(changes, "changelog"))
    expect(reasons([...docs, "docs/upcoming_changes/README.rst"])).toEqual({
      "docs/upcoming_changes/README.rst": "changelog",
    })
  })

  it("leaves out what is for the people who make the library", () => {
    const files = [
      "RELEASING.md",
      "docs/BRANCH_WALKTHROUGH.rst",
      "docs/C_STYLE_GUIDE.rst",
      "docs/404.mdx",
      "docs/contributors.md",
      "requirements/pond.txt",
    ]
    const pages = ["docs/releasing.md", "docs/style-guide.md", "docs/error-404.md", "docs/requirements.md"]

    expect(reasons([...docs, ...pages, ...files])).toEqual(all(files, "boilerplate"))
  })
})
