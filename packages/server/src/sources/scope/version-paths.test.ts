import { describe, expect, it } from "vitest"
import { filterPaths, type PathScope } from "./filter-paths.ts"
import { WHOLE_SOURCE } from "./filter-paths.testing.ts"

const sieve = (paths: readonly string[], scope: Partial<PathScope> = {}) =>
  filterPaths(paths, { ...WHOLE_SOURCE, ...scope })
const reasons = (paths: readonly string[], scope: Partial<PathScope> = {}) =>
  Object.fromEntries(sieve(paths, scope).leftOut.map(({ path, reason }) => [path, reason]))

describe("old versions", () => {
  it("leaves out old versions and archives, and keeps the newest", () => {
    expect(
      reasons([
        "docs/3x/a.md",
        "docs/4x/a.md",
        "docs/5x/a.md",
        "v1.9/a.md",
        "v1.10/a.md",
        "versioned_docs/version-1.0/a.md",
        "versioned_docs/version-v5/a.md",
        "versioned_docs/version-canary/a.md",
        "versioned_docs_archived/version-0.9/a.md",
        "docs/a.md",
        "site/1.0/a.md",
        "site/latest/a.md",
        "docs/archive/a.md",
        "blog/v1/a.md",
        "blog/v2/a.md",
        "src/v3/only.md",
        "docs/2024/x.md",
        "docs/2025/x.md",
      ]),
    ).toEqual({
      "docs/3x/a.md": "old_version",
      "docs/4x/a.md": "old_version",
      "v1.9/a.md": "old_version",
      "versioned_docs/version-1.0/a.md": "old_version",
      "versioned_docs/version-v5/a.md": "old_version",
      "versioned_docs/version-canary/a.md": "old_version",
      "versioned_docs_archived/version-0.9/a.md": "old_version",
      "site/1.0/a.md": "old_version",
      "docs/archive/a.md": "old_version",
    })
    expect(reasons(["docs/3x/a.md", "docs/4x/a.md", "docs/archive/a.md"], { skipVersionFiltering: true })).toEqual({})
  })

  it("leaves out versions that are named after `docs`, and one that is not released yet", () => {
    const pages = ["a.md", "b.md", "c.md", "d.md"]
    const inFolders = (...folders: readonly string[]) =>
      folders.flatMap((folder) => pages.map((page) => `${folder}/${page}`))
    const kept = [...inFolders("content/docs", "crow/v2.10"), "owl/v1/a.md", "owl/v2/a.md", "owl/dev/building.md"]
    const others = inFolders("content/v1.9-docs", "content/v1.10-docs", "crow/v2.9", "crow/master")

    expect(sieve([...others, ...kept]).kept.toSorted()).toEqual(
      kept.filter((path) => path !== "owl/v1/a.md").toSorted(),
    )
    expect(sieve(inFolders("crow/master", "crow/v1")).kept).toEqual(inFolders("crow/master", "crow/v1"))
  })

  it("leaves out older and unreleased folders beside dates that hold the same pages, but no posts, minutes or other texts", () => {
    const inFolders = (folders: readonly string[], names: readonly string[]) =>
      folders.flatMap((folder) => names.map((name) => `${folder}/${name}.md`))
    const old = [
      ...inFolders(["spec/2024-11-05", "spec/2025-03-26", "spec/draft"], ["index", "tools", "basic/auth"]),
      ...inFolders(["one/next"], ["index", "tools", "basic/auth", "new"]),
    ]
    const kept = [
      ...inFolders(["spec/2025-06-18"], ["index", "tools", "basic/auth", "more"]),
      ...inFolders(["one/v1", "two/v1", "two/main"], ["index", "tools", "basic/auth"]),
      ...inFolders(["three/2025-06-18", "three/draft"], ["index", "tools"]),
      ...inFolders(["minutes/2024-11-05", "minutes/2025-03-26"], ["index"]),
      ...inFolders(["blog/2024-11-05", "blog/2025-03-26"], ["a", "b", "c"]),
      ...inFolders(["talks/2024-11-05"], ["a", "b", "c", "d", "e", "f", "g"]),
      ...inFolders(["talks/2025-03-26"], ["a", "b", "c"]),
    ]

    const { leftOut } = sieve([...old, ...kept])

    expect(leftOut.filter(({ reason }) => reason === "old_version").map(({ path }) => path)).toEqual(old)
  })
})
