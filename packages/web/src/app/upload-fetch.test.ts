import { describe, expect, it } from "vitest"
import { sharesOf } from "./upload-fetch.ts"

describe("progress of files", () => {
  it("goes from file to file", () => {
    const files = [{ size: 100 }, { size: 300 }]

    expect(sharesOf(files, { sentBytes: 0, totalBytes: 440 })).toEqual([0, 0])
    expect(sharesOf(files, { sentBytes: 220, totalBytes: 440 })).toEqual([1, 1 / 3])
    expect(sharesOf(files, { sentBytes: 440, totalBytes: 440 })).toEqual([1, 1])
  })
})
