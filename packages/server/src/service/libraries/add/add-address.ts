import { numberedLibraryId, type AddLibraryResponse, type LibraryId } from "@lectern/contract"
import type { Caller } from "../../../access/identity/caller.ts"
import { InternalFailure } from "../../../base/errors.ts"
import type { LibraryKind, LibraryRecord, SourceRecord } from "../../../catalogue/libraries/records.ts"
import { assertMayAddAgain } from "./add-again.ts"
import { queueLibrary, submitLibrary } from "./submit-library.ts"
import type { AddLibraryServices } from "./add-library-services.ts"

/** Rounds after which somebody else keeps taking every identifier; more than two would be a defect. */
const MAX_ROUNDS = 20

/** A public source that is known by its address alone. */
export interface AddressSource {
  readonly baseId: LibraryId
  readonly kind: LibraryKind
  /** Shown until the source has named itself. */
  readonly title: string
  readonly source: SourceRecord
  /** Process again although it exists. */
  readonly force: boolean
}

/** Makes the record of a source that has an address and options of its own. */
export function addressSource(
  type: SourceRecord["type"],
  url: string,
  options: Readonly<Record<string, unknown>>,
): SourceRecord {
  return {
    type,
    url,
    options,
    hostKind: null,
    branch: null,
    folders: [],
    excludeFolders: [],
    excludeFiles: [],
    skipVersionFiltering: false,
    generateDocs: false,
    sealedToken: null,
  }
}

/** Queues a source under the first identifier that is free, or the library that has its address already. */
export async function addAddress(
  context: AddLibraryServices,
  caller: Caller,
  wanted: AddressSource,
): Promise<AddLibraryResponse> {
  const { baseId, kind, title, source } = wanted
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const place = await findPlace(context, wanted)
    if (typeof place !== "string") return addAgain(context, caller, { existing: place, wanted })
    const library = { id: place, kind, title, description: "", isDescribed: false, isPrivate: false, source }
    const added = await submitLibrary(context, caller, library)
    // Undefined: another request took the identifier in between, so look again at what is there now.
    if (added !== undefined) return { libraryName: added.id, message: `${added.id} is queued for processing` }
  }
  throw new InternalFailure(`no identifier is free for ${baseId}`)
}

async function findPlace(
  context: AddLibraryServices,
  { baseId, source }: AddressSource,
): Promise<LibraryRecord | LibraryId> {
  for (let ordinal = 1; ; ordinal++) {
    const id = numberedLibraryId(baseId, ordinal)
    const taken = await context.catalogue.libraries.byId(id)
    if (taken === undefined) return id
    if (taken.source.type === source.type && isSameAddress(taken.source.url, source.url)) return taken
  }
}

/** Neither the scheme nor a slash at the end make another source. */
function isSameAddress(one: string, other: string): boolean {
  const plain = (url: string): string => url.replace(/^https?:\/\//, "").replace(/\/+$/, "")
  return plain(one) === plain(other)
}

/** A failed library is tried again with what was given now; a good one only when forced. */
async function addAgain(
  context: AddLibraryServices,
  caller: Caller,
  { existing, wanted }: { readonly existing: LibraryRecord; readonly wanted: AddressSource },
): Promise<AddLibraryResponse> {
  await assertMayAddAgain(context, caller, existing)
  if (!wanted.force && existing.state !== "error") {
    return { libraryName: existing.id, message: `${existing.id} exists already: send force to process it again` }
  }
  await context.catalogue.libraries.update(existing.key, { source: wanted.source })
  await queueLibrary(context, caller, existing, { cause: "add", force: true })
  await context.catalogueSync.catchUp()
  return { libraryName: existing.id, message: `${existing.id} is queued to be processed again` }
}
