import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import type { BlobStore } from "./blob-store.ts"
import type { IngestionReport } from "./ingestion-report.ts"

const compress = promisify(gzip)
const unpack = promisify(gunzip)

/** Stores a file report as gzip JSON. @returns its hash. */
export async function storeReport(blobs: BlobStore, report: IngestionReport): Promise<string> {
  return blobs.put(await compress(Buffer.from(JSON.stringify(report))))
}

/** Reads a stored file report; undefined if there is none or the blob is missing. */
export async function readReport(blobs: BlobStore, hash: string | null): Promise<IngestionReport | undefined> {
  if (hash === null || !(await blobs.has(hash))) return undefined
  // Written by Lectern's own worker, in the format of the type.
  return JSON.parse((await unpack(await blobs.get(hash))).toString("utf8")) as IngestionReport
}
