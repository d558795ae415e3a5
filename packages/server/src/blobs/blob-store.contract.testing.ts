import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BlobStore } from "./blob-store.ts"
import { openDirectoryBlobStore } from "./open-directory-blob-store.ts"

/** A blob store under test. */
export interface HomeUnderTest {
  readonly blobs: BlobStore
  /** A folder for the test's own files, on the same file system as the store. */
  readonly folder: string
  /** Names of all files in the store, finished or not. */
  storedNames(): Promise<string[]>
  close(): Promise<void>
}

/** Blob stores that every contract test runs on. */
export const homes: readonly (readonly [name: string, start: () => Promise<HomeUnderTest>])[] = [
  ["a directory", startDirectory],
]

async function startDirectory(): Promise<HomeUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-blobs-"))
  const home = join(folder, "blobs")
  return {
    blobs: await openDirectoryBlobStore(home),
    folder,
    async storedNames() {
      const entries = await readdir(home, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
