import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { silentLog } from "../base/log.ts"
import { type PostgresServer, startPostgres } from "../base/postgres/postgres-server.testing.ts"
import { type BlobStore, isBlobName } from "./blob-store.ts"
import { openDirectoryBlobStore } from "./open-directory-blob-store.ts"
import { openCachedBlobStore } from "./remote/cached-blob-store.ts"
import { openPostgresBlobs } from "./remote/postgres-blobs.ts"
import type { RemoteBlobs } from "./remote/remote-blobs.ts"
import { startS3Remote } from "./remote/s3-server.testing.ts"

/** A blob store under test. */
export interface BlobStoreUnderTest {
  readonly blobs: BlobStore
  /** A directory for the test's own files, on the same file system as the store. */
  readonly folder: string
  /** Names of all blobs in the store, and of unfinished files. */
  storedNames(): Promise<string[]>
  close(): Promise<void>
}

/** Blob stores that every contract test runs on. */
export function blobStoresUnderTest(): readonly (readonly [name: string, start: () => Promise<BlobStoreUnderTest>])[] {
  let server: Promise<PostgresServer> | undefined
  afterAll(async () => {
    await (await server)?.close()
  })
  return [
    ["a directory", startDirectory],
    ["an S3-compatible store", () => startCached(startS3Remote)],
    ["PostgreSQL", () => startCached(() => startPostgresRemote((server ??= startPostgres())))],
  ]
}

async function startDirectory(): Promise<BlobStoreUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-blobs-"))
  const home = join(folder, "blobs")
  const blobs = await openDirectoryBlobStore(home)
  return {
    blobs,
    folder,
    storedNames: () => filesIn(home),
    async close() {
      await blobs.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startPostgresRemote(server: Promise<PostgresServer>) {
  const remote = await openPostgresBlobs(await (await server).createDatabase(), silentLog)
  return { remote, close: () => Promise.resolve() }
}

async function startCached(
  startRemote: () => Promise<{ readonly remote: RemoteBlobs; close(): Promise<void> }>,
): Promise<BlobStoreUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-blobs-"))
  const directory = join(folder, "copies")
  const { remote, close } = await startRemote()
  const blobs = await openCachedBlobStore({ remote, directory, maxBytes: 100_000_000, log: silentLog })
  return {
    blobs,
    folder,
    async storedNames() {
      const unfinished = (await filesIn(directory)).filter((name) => !isBlobName(name))
      for await (const { hash } of remote.list()) unfinished.push(hash)
      return unfinished
    },
    async close() {
      await blobs.close()
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
