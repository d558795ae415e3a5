import { describe, expect, it } from "vitest"
import { jobsAddressOf, librariesAddressOf, libraryAddressOf, pathAfterSignIn } from "./search-parameters.ts"

describe("the address of a library page", () => {
  it("keeps valid parameters and leaves out the others", () => {
    expect(libraryAddressOf({ tab: "files", q: 404, version: "v1", tokens: 3000, view: "json", x: 1 })).toEqual({
      tab: "files",
      q: "404",
      version: "v1",
      tokens: 3000,
      view: "json",
    })
    expect(libraryAddressOf({ tab: "snippets", page: "docs/a.md", find: "otters" })).toEqual({
      tab: "snippets",
      page: "docs/a.md",
      find: "otters",
    })
    expect(libraryAddressOf({ q: "", page: "", find: "", tokens: 1e9, view: "print", tab: {} })).toEqual({})
  })
})

describe("the address of the list of libraries", () => {
  it("keeps the words that are searched", () => {
    expect([{ q: "otter" }, { q: 404 }, { q: "" }, { q: {} }, {}].map(librariesAddressOf)).toEqual([
      { q: "otter" },
      { q: "404" },
      {},
      {},
      {},
    ])
  })
})

describe("the address of the jobs", () => {
  it("keeps a state and a job, and leaves out what is not one", () => {
    expect(jobsAddressOf({ state: "failed", job: "job_1", x: 1 })).toEqual({ state: "failed", job: "job_1" })
    expect(jobsAddressOf({ state: "bogus", job: "" })).toEqual({})
  })
})

describe("the page after signing in", () => {
  it("is a path of the dashboard, never another site", () => {
    expect(pathAfterSignIn({ returnTo: "/jobs" })).toEqual({ returnTo: "/jobs" })
    for (const returnTo of ["//evil.example", "/\\evil.example", "https://evil.example", undefined]) {
      expect(pathAfterSignIn({ returnTo })).toEqual({})
    }
  })
})
