import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  compareVersionTags,
  isLatestTag,
  newestVersionsFirst,
  parseVersionTag,
  resolveVersionTag,
  VERSION_PARAMETER_PATTERN,
  versionTagOf,
} from "./version-tag.ts"

const newestFirst = (...tags: string[]) => tags.sort(compareVersionTags)

describe("version tag", () => {
  it.each([
    ["1.2.3", "", [1, 2, 3], []],
    ["v15", "", [15], []],
    ["V15.1.8", "", [15, 1, 8], []],
    ["pkg@1.2.3", "pkg@", [1, 2, 3], []],
    ["@scope/pkg@2.0.0-rc.1", "@scope/pkg@", [2, 0, 0], ["rc", "1"]],
    ["release-1.2", "release-", [1, 2], []],
    ["release/1.2", "release/", [1, 2], []],
    ["REL_15_1", "REL_", [15, 1], []],
    ["log4j-2.17.1", "log4j-", [2, 17, 1], []],
    ["vue3-1.2.3", "vue3-", [1, 2, 3], []],
    ["go1.22.3", "go", [1, 22, 3], []],
    ["1.0rc1", "", [1, 0], ["rc", "1"]],
    ["2.0.0b2", "", [2, 0, 0], ["b", "2"]],
    ["5.3.0.RELEASE", "", [5, 3, 0], []],
    ["1.0.post1", "", [1, 0], []],
    ["6.0.0.M1", "", [6, 0, 0], ["m", "1"]],
    ["1.2.3+build.5", "", [1, 2, 3], []],
    ["11.x", "", [11, Number.POSITIVE_INFINITY], []],
    ["2024-01-15", "", [2024, 1, 15], []],
  ])("reads %s", (text, prefix, numbers, prerelease) => {
    expect(parseVersionTag(text)).toEqual({ prefix, numbers, prerelease })
  })

  it.each(["main", "canary", "", "latest", "feature-branch"])("finds no version in %j", (text) => {
    expect(parseVersionTag(text)).toBeUndefined()
  })

  it("puts the newest first, prereleases after their release and names last", () => {
    expect(
      newestFirst("v1.9.0", "main", "v1.10.0-rc.2", "v1.10.0", "v1.10.0-rc.10", "v2.x", "v2.3.0", "v2", "canary"),
    ).toEqual(["v2.x", "v2.3.0", "v2", "v1.10.0", "v1.10.0-rc.10", "v1.10.0-rc.2", "v1.9.0", "canary", "main"])
  })

  const tag = fc.oneof(
    fc
      .tuple(
        fc.constantFrom("", "v", "pkg@", "release-"),
        fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
        fc.constantFrom("", "-rc.1", "-rc.2", "b1", ".x", "+b"),
      )
      .map(([prefix, numbers, suffix]) => `${prefix}${numbers.join(".")}${suffix}`),
    fc.string({ maxLength: 12 }),
  )

  it("orders any tags the same way however they come", () => {
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 12 }), (tags) => {
        const order = [...tags].sort(compareVersionTags)

        expect([...tags].reverse().sort(compareVersionTags)).toEqual(order)
        expect(newestVersionsFirst(tags)).toEqual(order)
        for (const [at, left] of order.entries()) {
          for (const right of order.slice(at)) expect(compareVersionTags(left, right)).toBeLessThanOrEqual(0)
        }
      }),
    )
  })

  it("resolves every listed tag to itself, in any letter case", () => {
    fc.assert(
      fc.property(fc.uniqueArray(tag, { minLength: 1, maxLength: 8 }), fc.nat(), (tags, pick) => {
        const asked = tags[pick % tags.length] ?? ""

        expect(resolveVersionTag(asked, tags)).toEqual({ tag: asked, status: "verified" })
      }),
    )
    expect(resolveVersionTag("V2.0.0-RC.1", ["v2.0.0-rc.1"])).toEqual({ tag: "v2.0.0-rc.1", status: "verified" })
  })

  const available = ["v14.2.0", "v15.1.8", "v15.1.7", "v15.4.0-canary.3", "v15.3.0", "v16.0.0-rc.1", "main"]

  it.each([
    ["15", "v15.3.0", "verified"],
    ["v15", "v15.3.0", "verified"],
    ["15.1", "v15.1.8", "verified"],
    ["v15.1.7", "v15.1.7", "verified"],
    ["15.1.7", "v15.1.7", "verified"],
    ["next@15.1", "v15.1.8", "verified"],
    ["release-14", "v14.2.0", "verified"],
    ["16", "v16.0.0-rc.1", "prerelease"],
    ["15.4.0", "v15.4.0-canary.3", "prerelease"],
    ["15.4.0-canary", "v15.4.0-canary.3", "verified"],
    ["14.2.0.0", "v14.2.0", "verified"],
    ["main", "main", "verified"],
  ])("serves %s with %s (%s)", (asked, served, status) => {
    expect(resolveVersionTag(asked, available)).toEqual({ tag: served, status })
  })

  it.each(["17", "15.2", "1", "15.1.70", "beta", "15.1.8-rc.1", ""])("has nothing for %j", (asked) => {
    expect(resolveVersionTag(asked, available)).toBeUndefined()
  })

  it("keeps prereleases back where they are not allowed", () => {
    expect(resolveVersionTag("16", available, { allowPrerelease: false })).toBeUndefined()
  })

  it("prefers the package that was named and else the tag without a package", () => {
    const tags = ["core@2.1.0", "cli@2.4.0", "v2.1.0"]

    expect(resolveVersionTag("core@2", tags)?.tag).toBe("core@2.1.0")
    expect(resolveVersionTag("2.1.0", tags)?.tag).toBe("v2.1.0")
    expect(resolveVersionTag("other@2.1", tags)?.tag).toBe("v2.1.0")
  })

  it("serves a version with the branch that carries it", () => {
    expect(resolveVersionTag("11", ["11.x", "10.x", "v11.0.3"])).toEqual({ tag: "11.x", status: "verified" })
    expect(resolveVersionTag("10.2", ["10.x"])).toBeUndefined()
    expect(resolveVersionTag("11.x", ["v11.0.3"])).toEqual({ tag: "v11.0.3", status: "verified" })
  })

  it("folds a slash in a branch name to an underscore", () => {
    expect(versionTagOf("release/1.2/x")).toBe("release_1.2_x")
    expect(resolveVersionTag("release/1.2", ["release_1.2"])).toEqual({ tag: "release_1.2", status: "verified" })
  })

  it("knows latest in any letter case", () => {
    expect(["latest", "LATEST", "Latest", "later"].map(isLatestTag)).toEqual([true, true, true, false])
  })

  it("has the pattern that the interface gives for the version parameter", () => {
    expect(VERSION_PARAMETER_PATTERN.source).toBe(
      "^([Ll][Aa][Tt][Ee][Ss][Tt]|[Vv]?[0-9]+([._][0-9]+){0,2}([-+][a-zA-Z0-9.-]+)?)$",
    )
    fc.assert(
      fc.property(
        fc.stringMatching(VERSION_PARAMETER_PATTERN),
        (text) => isLatestTag(text) || parseVersionTag(text) !== undefined,
      ),
    )
  })

  it("reads long hostile tags quickly", () => {
    const usedBefore = process.cpuUsage()
    for (const text of ["1".repeat(5000), "-".repeat(5000), "a-".repeat(2500), "1-".repeat(2500), "@1".repeat(2500)])
      parseVersionTag(text)

    expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(1000)
  })
})
