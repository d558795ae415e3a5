import { expect, it } from "vitest"
import { asStorageError, StorageUnavailable } from "./storage-errors.ts"

const coded = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code })

it.each([
  ["ENOSPC", "no space left in the data directory"],
  ["EDQUOT", "no space left in the data directory"],
  ["SQLITE_FULL", "no space left in the data directory"],
  ["EROFS", "the data directory is read-only"],
  ["SQLITE_READONLY", "the data directory is read-only"],
])("%s says what is wrong with the disk, also as a cause", (code, expected) => {
  for (const error of [coded(code), new Error("failed", { cause: coded(code) })]) {
    const explained = asStorageError(error)

    expect(explained).toBeInstanceOf(StorageUnavailable)
    expect((explained as Error).message).toContain(expected)
  }
})

it("leaves other errors as they are", () => {
  const error = coded("ENOENT", coded("SQLITE_BUSY"))

  expect(asStorageError(error)).toBe(error)
})
