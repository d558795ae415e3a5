import { LIMITS } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import { WHOLE_SOURCE } from "../../../sources/scope/filter-paths.testing.ts"
import { matchScope } from "./match-scope.ts"

const anySignal = new AbortController().signal
const pathsOf = (count: number, folder: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${folder(at)}page-${at}.md`)

describe("what a scope matches", () => {
  it("counts everything, and names only the first files and the folders nearest to the root", async () => {
    const paths = pathsOf(1000, (at) => `docs/part-${at}/inner/`)
    const found = await matchScope(paths, { ...WHOLE_SOURCE, excludeFolders: ["docs/part-999"] }, anySignal)

    expect([found.knownCount, found.includedCount, found.folderCount]).toEqual([1000, 999, 2001])
    expect(found.included).toHaveLength(LIMITS.scopePreviewMaxCount)
    expect(found.folders).toHaveLength(LIMITS.scopePreviewMaxFolders)
    expect(found.folders[0]).toEqual({ path: "docs", includedCount: 999, knownCount: 1000 })
    expect(found.folders.every(({ path }) => !path.includes("inner"))).toBe(true)
  })

  it("leaves out what exceeds the files of a library, as reading does", async () => {
    const found = await matchScope(
      pathsOf(20_001, () => "docs/"),
      WHOLE_SOURCE,
      anySignal,
    )

    expect([found.includedCount, found.excludedCount]).toEqual([20_000, 1])
    expect(found.exclusions).toMatchObject([{ reason: "too_many_files", byDefault: true, fileCount: 1 }])
  })

  it("stops when the client is gone, and gives other requests their turn", async () => {
    const gone = new AbortController()
    const excludeFiles = Array.from({ length: 200 }, (_, at) => `**/*a*b*${at}*.md`)
    const matching = matchScope(
      pathsOf(20_000, () => "docs/"),
      { ...WHOLE_SOURCE, excludeFiles },
      gone.signal,
    )
    setImmediate(() => gone.abort(new Error("gone")))

    await expect(matching).rejects.toThrow("gone")
  })
})
