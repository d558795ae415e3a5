import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import type { BlobStore } from "./blob-store.ts"
import type { IngestionReport } from "./ingestion-report.ts"

const compress = promisify(gzip)
const unpack = promisify(gunzip)

/** Stores a report of files as gzip JSON. @returns its blob. */
export async function storeReport(blobs: BlobStore, report: IngestionReport): Promise<string> {
  return blobs.put(await compress(Buffer.from(JSON.stringify(report))))
}

/** Reads a stored report; undefined when there is none, or the store has lost it. */
export async function readReport(blobs: BlobStore, hash: string | null): Promise<IngestionReport | undefined> {
  if (hash === null || !(await blobs.has(hash))) return undefined
  // Written by our own worker, in the form that the type says.
  return JSON.parse((await unpack(await blobs.get(hash))).toString("utf8")) as IngestionReport
}
