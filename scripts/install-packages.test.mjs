import { describe, expect, it } from "vitest"
import { adviceFor, describeProgress } from "./install-packages.mjs"

describe("progress of an installation", () => {
  it("counts packages, and then says why it takes longer", () => {
    const describe = describeProgress(812, 0)

    expect([0, 400, 812].map(describe)).toEqual([
      "0 of 812 packages",
      "400 of 812 packages",
      "preparing native packages (several minutes if better-sqlite3 has to be compiled)",
    ])
  })

  it("says that the packages of an earlier installation are removed instead of counting down", () => {
    const describe = describeProgress(812, 810)

    expect([810, 300, 300, 8, 20].map(describe)).toEqual([
      "removing the previous packages",
      "removing the previous packages",
      "removing the previous packages",
      "removing the previous packages",
      "20 of 812 packages",
    ])
    expect([90, 0, 3].map(describeProgress(812, 812))).toEqual([
      "removing the previous packages",
      "0 of 812 packages",
      "3 of 812 packages",
    ])
  })
})

describe("advice about a failed installation", () => {
  it("names the compiler if a native addon could not be compiled", () => {
    const stderr =
      "npm error gyp ERR! find Python\nnpm error gyp ERR! stack Error: Could not find any Python installation"

    expect(adviceFor({ stderr })).toContain("apt-get install python3 make g++")
  })

  it("says nothing about other failures", () => {
    expect(adviceFor({ stderr: "npm error network request failed" })).toBe("")
  })
})
