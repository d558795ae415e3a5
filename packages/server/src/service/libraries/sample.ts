import type { LibraryRecord, SourceRecord } from "../../catalogue/libraries/records.ts"
import { recordOf } from "../../sources/source-record.ts"
import { queueLibrary, submitLibrary } from "./submit-library.ts"
import type { AddLibraryServices } from "./add/add-library-services.ts"

/** Identifier of the bundled sample, and a question that it answers. */
export const SAMPLE_LIBRARY_ID = "/lectern/docs"
export const SAMPLE_QUESTION = "how do I add a git repository"

/** Setting that says whether the first start has decided about the sample. */
const SAMPLE_SETTING = "sample_decided"

const systemCaller = { kind: "system" } as const

/**
 * Gives a fresh instance Lectern's own documentation as a library, so that a first question is answered at once. At
 * later starts the sample, when it is still there, is read again from where the program lies now; one that was deleted
 * stays deleted.
 *
 * @param folder absolute path of the documentation; undefined when the program was installed without it.
 */
export async function ensureSample(context: AddLibraryServices, folder: string | undefined): Promise<void> {
  const { catalogue, settings } = context
  const decision = folder === undefined ? "off" : settings.LECTERN_SAMPLE
  const isFirstStart = (await catalogue.settings.get(SAMPLE_SETTING)) === undefined
  if (isFirstStart && !(await catalogue.settings.claim(SAMPLE_SETTING, decision))) return
  if (folder === undefined) return
  const source = sampleSource(folder)
  if (!isFirstStart) return refreshSample(context, source)
  if (decision === "off") return
  await submitLibrary(context, systemCaller, {
    id: SAMPLE_LIBRARY_ID,
    kind: "upload",
    title: "Lectern",
    description: "Documentation of Lectern: libraries of documentation that answer people and coding agents.",
    isDescribed: true,
    isPrivate: false,
    source,
  })
}

async function refreshSample(context: AddLibraryServices, source: SourceRecord): Promise<void> {
  const sample = await context.catalogue.libraries.byId(SAMPLE_LIBRARY_ID)
  if (!isBundled(sample)) return
  if (sample.source.url !== source.url) await context.catalogue.libraries.update(sample.key, { source })
  await queueLibrary(context, systemCaller, sample, { cause: "refresh" })
}

function isBundled(library: LibraryRecord | undefined): library is LibraryRecord {
  return library?.source.type === "folder"
}

function sampleSource(folder: string): SourceRecord {
  const scope = { folders: [], excludeFolders: [], excludeFiles: [], skipVersionFiltering: false }
  return recordOf({ kind: "folder", url: folder, ...scope })
}
