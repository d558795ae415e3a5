import { describe, expect, it } from "vitest"
import { adviceFor } from "./install-packages.mjs"

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
