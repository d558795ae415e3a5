import { expect, it } from "vitest"
import { asStorageError, StorageFull, StorageReadOnly } from "./storage-errors.ts"

const coded = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code })

it.each([
  ["ENOSPC", StorageFull],
  ["EDQUOT", StorageFull],
  ["SQLITE_FULL", StorageFull],
  ["EROFS", StorageReadOnly],
  ["SQLITE_READONLY", StorageReadOnly],
])("%s says what is wrong with the disk, also as a cause", (code, expected) => {
  expect(asStorageError(coded(code))).toBeInstanceOf(expected)
  expect(asStorageError(new Error("failed", { cause: coded(code) }))).toBeInstanceOf(expected)
})

it("leaves other errors as they are", () => {
  const error = coded("ENOENT", coded("SQLITE_BUSY"))

  expect(asStorageError(error)).toBe(error)
})
