import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { asError } from "../../base/errors.ts"
import { hasCode } from "../../base/system-errors.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { Publication } from "../../catalogue/versions/records.ts"
import { moveTo } from "../../ingest/states.ts"
import type { AddLibraryServices } from "./add-library-services.ts"

/** Files of a prepared index, in one directory. */
export const READY_FILES = { description: "sample.json", index: "sample.index", report: "sample.report" } as const

/** The contents of a prepared index besides its bytes; written and read by the same build of Lectern. */
export interface ReadyDescription {
  readonly publication: Omit<Publication, "indexHash" | "reportHash" | "archiveHash">
  readonly library: Pick<LibraryRecord, "characteristicTerms" | "aliases" | "benchmarkScore">
}

/** Reads the description of a prepared index; undefined if this build does not contain one. */
export async function readReadySample(
  { log }: Pick<AddLibraryServices, "log">,
  folder: string,
): Promise<ReadyDescription | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, READY_FILES.description), "utf8")) as ReadyDescription
  } catch (error) {
    if (!hasCode(error, "ENOENT")) log.warn({ err: asError(error) }, "cannot read the prepared index of the sample")
    return undefined
  }
}

/**
 * Publishes a prepared index as the default version of a library, as an ingestion would, in the transaction `inside`.
 */
export async function publishReadySample(
  inside: Catalogue,
  library: LibraryRecord,
  { ready, hashes, nowMs }: { readonly ready: ReadyDescription; readonly hashes: StoredSample; readonly nowMs: number },
): Promise<void> {
  const version = await inside.versions.ensure(library.key, "")
  const { totalTokens, totalSnippets, branch } = ready.publication
  await moveTo(inside, version, "processing")
  await inside.versions.publish(version.key, version.generation, { ...ready.publication, ...hashes, archiveHash: null })
  await moveTo(inside, version, "finalized")
  const publishedAtMs = nowMs
  await inside.libraries.update(library.key, { ...ready.library, totalTokens, totalSnippets, branch, publishedAtMs })
}

/** Blobs of a prepared index. */
export interface StoredSample {
  readonly indexHash: string
  readonly reportHash: string
}

/** Stores the files of a prepared index as blobs. */
export async function storeReadySample(
  { blobs }: Pick<AddLibraryServices, "blobs">,
  folder: string,
): Promise<StoredSample> {
  return {
    indexHash: await blobs.put(await readFile(join(folder, READY_FILES.index))),
    reportHash: await blobs.put(await readFile(join(folder, READY_FILES.report))),
  }
}
