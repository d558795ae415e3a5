import { describe, expect, it } from "vitest"
import { completeLibraryId } from "./complete-library-id.ts"

const HONO = { id: "/honojs/website" } as never
const source = {
  searchLibraries: async ({ libraryName }: { libraryName: string }) => ({
    results: libraryName.startsWith("hon") ? [HONO] : [],
    searchFilterApplied: false,
  }),
  explainFailure: () => undefined,
}
const valuesFor = async (name: string, value: string) =>
  (await completeLibraryId(source, { name, value })).completion.values

describe("completeLibraryId", () => {
  it("completes library identifiers from names and beginnings", async () => {
    expect(await valuesFor("libraryId", "/hon")).toEqual(["/honojs/website"])
    expect(await valuesFor("libraryId", "hono")).toEqual(["/honojs/website"])
    expect(await valuesFor("libraryId", "zzz")).toEqual([])
  })

  it("completes nothing else, and nothing when the search fails", async () => {
    const failing = { ...source, searchLibraries: async () => Promise.reject(new Error("down")) }

    expect(await valuesFor("query", "hono")).toEqual([])
    expect(await valuesFor("libraryId", "/")).toEqual([])
    expect((await completeLibraryId(failing, { name: "libraryId", value: "hono" })).completion.values).toEqual([])
  })
})
