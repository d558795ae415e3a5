import { versionTagOf } from "@lectern/contract"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readNamedVersions, readSourceVersions } from "./source-versions.ts"

const references = (...names: string[]) => names.map((name) => ({ name, revision: `commit of ${name}` }))

describe("versions of a source", () => {
  it("lists tags newest first, then branches but the own one and those of programs", () => {
    const versions = readSourceVersions({
      branch: "main",
      tags: references("v1.9.0", "v1.10.0", "pkg/2.0"),
      branches: references("main", "next", "release/2", "dependabot/npm/x-1.2", "gh-pages"),
    })

    expect(versions?.available).toEqual(["pkg_2.0", "v1.10.0", "v1.9.0", "release_2", "next"])
    expect([versions?.revisionOf("release_2"), versions?.revisionOf("main")]).toEqual([
      "commit of release/2",
      "commit of main",
    ])
  })

  it("takes an exact name before one whose slash was folded, and a tag before a branch", () => {
    const tags = references("a/b", "c")
    const branches = [...references("a_b"), { name: "c", revision: "the branch" }]
    const versions = readSourceVersions({ branch: "", tags, branches })

    expect([versions?.revisionOf("a_b"), versions?.revisionOf("c")]).toEqual(["commit of a_b", "commit of c"])
  })

  it("knows every version that it lists, at most 600 of them", () => {
    const names = fc.array(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 700 })
    fc.assert(
      fc.property(names, names, (tags, branches) => {
        const source = { branch: "", tags: references(...tags), branches: references(...branches) }
        const versions = readSourceVersions(source)

        expect(versions?.available.length).toBeLessThanOrEqual(600)
        expect(versions?.available.filter((tag) => versions.revisionOf(tag) === undefined)).toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  it("has none where the source has no tags and branches", () => {
    expect(readSourceVersions({ branch: "" })).toBeUndefined()
  })
})

describe("versions that a manifest names", () => {
  it("are taken once each, and noted when the source does not have them", () => {
    const offered = readSourceVersions({ branch: "main", tags: references("v1"), branches: references("release/2") })
    const manifest = {
      previousVersions: [{ tag: "v1" }, { tag: "v1" }, { tag: "v9" }],
      branchVersions: [{ branch: "release/2" }],
    }

    expect(readNamedVersions(manifest, offered)).toEqual({
      versions: ["v1", versionTagOf("release/2")],
      notes: ["previousVersions in the library config names v9, which does not exist in the source"],
    })
  })
})
