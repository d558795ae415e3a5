import type { LibraryRecord, NewLibrary, SourceRecord } from "../../catalogue/libraries/records.ts"
import { recordOf } from "../../sources/source-record.ts"
import { publishReadySample, readReadySample, type ReadyDescription, storeReadySample } from "./ready-sample.ts"
import { queueLibrary, submitLibrary } from "./submit-library.ts"
import type { AddLibraryServices } from "./add-library-services.ts"

/** Id of the bundled sample, and a question that it answers. */
export const SAMPLE_LIBRARY_ID = "/lectern/docs"
export const SAMPLE_QUESTION = "how do I add a git repository"

/** Setting that records whether the first start has decided about the sample. */
const SAMPLE_SETTING = "sample_decided"

const systemCaller = { kind: "system" } as const

/** Locations of the bundled documentation, as absolute paths. */
export interface SampleFolders {
  /** Its pages. */
  readonly pages: string
  /** Its index, ready to be served, if the build has made one. */
  readonly ready: string
}

/**
 * Adds Lectern's own documentation to a new instance, so that a first question has an answer. Uses the index that the
 * build has prepared; without one, the pages are indexed. Later starts update a sample that still exists; a deleted one
 * stays deleted.
 */
export async function ensureSample(context: AddLibraryServices, folders: SampleFolders): Promise<void> {
  const { catalogue, settings } = context
  const decision = settings.LECTERN_SAMPLE
  const isFirstStart = (await catalogue.settings.get(SAMPLE_SETTING)) === undefined
  if (isFirstStart && !(await catalogue.settings.claim(SAMPLE_SETTING, decision))) return
  if (isFirstStart && decision === "off") return
  const ready = await readReadySample(context, folders.ready)
  const sample = newSample(folders.pages)
  if (!isFirstStart) return updateSample(context, sample.source, { folders, ready })
  if (ready === undefined) await submitLibrary(context, systemCaller, sample)
  else await addReady(context, sample, { folders, ready })
}

interface Bundled {
  readonly folders: SampleFolders
  readonly ready: ReadyDescription | undefined
}

async function addReady(
  context: AddLibraryServices,
  sample: NewLibrary,
  { folders, ready }: { readonly folders: SampleFolders; readonly ready: ReadyDescription },
): Promise<void> {
  const { catalogue, clock, catalogueSync } = context
  const hashes = await storeReadySample(context, folders.ready)
  await catalogue.inTransaction(async (inside) => {
    const library = await inside.libraries.add(sample)
    if (library !== undefined) await publishReadySample(inside, library, { ready, hashes, nowMs: clock.now() })
  })
  await catalogueSync.catchUp()
}

async function updateSample(
  context: AddLibraryServices,
  source: SourceRecord,
  { folders, ready }: Bundled,
): Promise<void> {
  const { catalogue, clock, catalogueSync } = context
  const sample = await catalogue.libraries.byId(SAMPLE_LIBRARY_ID)
  if (!isBundled(sample)) return
  if (sample.source.url !== source.url) await catalogue.libraries.update(sample.key, { source })
  if (ready === undefined) return void (await queueLibrary(context, systemCaller, sample, { cause: "refresh" }))
  const { revision, recipe } = ready.publication
  const served = await catalogue.versions.get(sample.key, "")
  if (served?.revision === revision && served.recipe === recipe) return
  const hashes = await storeReadySample(context, folders.ready)
  await catalogue.inTransaction((inside) => publishReadySample(inside, sample, { ready, hashes, nowMs: clock.now() }))
  await catalogueSync.catchUp()
}

function isBundled(library: LibraryRecord | undefined): library is LibraryRecord {
  return library?.source.type === "folder"
}

function newSample(pages: string): NewLibrary {
  const scope = { folders: [], excludeFolders: [], excludeFiles: [], skipVersionFiltering: false }
  return {
    id: SAMPLE_LIBRARY_ID,
    kind: "upload",
    title: "Lectern",
    description: "Documentation of Lectern, a server that makes documentation searchable for people and coding agents.",
    isDescribed: true,
    isPrivate: false,
    source: recordOf({ kind: "folder", url: pages, ...scope }),
  }
}
