import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { asError } from "../../base/errors.ts"
import { hasCode } from "../../base/system-errors.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import type { Publication } from "../../catalogue/versions/records.ts"
import { moveTo } from "../../ingest/states.ts"
import type { AddLibraryServices } from "./add-library-services.ts"

/** Files of a ready index, in one folder. */
export const READY_FILES = { description: "sample.json", index: "sample.index", report: "sample.report" } as const

/** What a ready index holds besides its bytes: written when Lectern is built, read by the same build. */
export interface ReadyDescription {
  readonly publication: Omit<Publication, "indexHash" | "reportHash" | "archiveHash">
  readonly library: Pick<LibraryRecord, "characteristicTerms" | "aliases" | "benchmarkScore">
}

/** Reads the description of a ready index; undefined when this build was made without one. */
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

/** Publishes a ready index as the default version of a library, as an ingestion would, in the transaction `inside`. */
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

/** Blobs of a ready index. */
export interface StoredSample {
  readonly indexHash: string
  readonly reportHash: string
}

/** Copies the files of a ready index into the blobs. */
export async function storeReadySample(
  { blobs }: Pick<AddLibraryServices, "blobs">,
  folder: string,
): Promise<StoredSample> {
  return {
    indexHash: await blobs.put(await readFile(join(folder, READY_FILES.index))),
    reportHash: await blobs.put(await readFile(join(folder, READY_FILES.report))),
  }
}
