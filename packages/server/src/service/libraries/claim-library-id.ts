import type { LibraryId } from "@lectern/contract"
import { InternalFailure } from "../../base/errors.ts"
import type { LibraryRecord, LibraryStore } from "../../catalogue/libraries/records.ts"
import type { ServiceContext } from "../service-context.ts"

/**
 * Maximum number of attempts to insert a library. Each attempt fails only if another request takes the same id at that
 * moment.
 */
const MAX_ROUNDS = 20

/** The ids that a source can get, and how to recognise its existing library. */
export interface IdClaim {
  /** Returns the ids in the order in which they are tried; ordinals start at 0. */
  idAt(ordinal: number): LibraryId
  /** Teamspace in which the id must be unique; null for public libraries. */
  readonly teamspaceKey: string | null
  /**
   * Another owner whose libraries of other sources must not have the id, because one would hide the other: null for
   * public libraries, undefined for none.
   */
  readonly neighbourKey?: string | null | undefined
  /** Finds the library of the source by its address, regardless of its id. */
  findBySource?(): Promise<LibraryRecord | undefined>
  /** Returns true if the library that has one of the ids comes from the same source. */
  isSame(library: LibraryRecord): boolean
}

/** The library of a source, or the id that the source gets. */
export type IdCandidate =
  | { readonly existing: LibraryRecord; readonly freeId?: undefined }
  | { readonly existing?: undefined; readonly freeId: LibraryId }

/** Finds the library of a source, or its first free id. */
export async function findIdCandidate(
  { catalogue: { libraries } }: Pick<ServiceContext, "catalogue">,
  claim: IdClaim,
): Promise<IdCandidate> {
  const existing = await claim.findBySource?.()
  if (existing !== undefined) return { existing }
  for (let ordinal = 0; ; ordinal++) {
    const id = claim.idAt(ordinal)
    const taken = await libraries.byId(id, claim.teamspaceKey)
    if (taken === undefined) {
      if (await meetsNeighbour(libraries, claim, id)) continue
      return { freeId: id }
    }
    if (claim.isSame(taken)) return { existing: await movedFrom(libraries, taken) }
    // Another process may have just added the same source and taken this id for it.
    const added = await claim.findBySource?.()
    if (added !== undefined) return { existing: added }
  }
}

/** Returns true if the neighbouring owner has a library of another source with the id. */
async function meetsNeighbour(libraries: LibraryStore, claim: IdClaim, id: LibraryId): Promise<boolean> {
  if (claim.neighbourKey === undefined) return false
  const neighbour = await libraries.byId(id, claim.neighbourKey)
  return neighbour !== undefined && !claim.isSame(neighbour)
}

/**
 * Returns the library that an id redirects to. The old name of a moved repository may belong to another repository now,
 * so redirects of git sources are resolved by git itself.
 */
async function movedFrom(libraries: LibraryStore, library: LibraryRecord): Promise<LibraryRecord> {
  if (library.redirectTo === null || library.source.type === "git") return library
  return (await libraries.byId(library.redirectTo, library.teamspaceKey)) ?? library
}

/**
 * Adds a library under the first free id. If two requests want the same id, one gets it and the other searches again:
 * it finds the library of its own source, or takes the next id.
 *
 * @param add inserts the library; undefined if the id has been taken in the meantime.
 * @returns the new library, or the one that the source already has.
 * @throws {InternalFailure} if the id was taken in every attempt.
 */
export async function claimLibraryId(
  context: Pick<ServiceContext, "catalogue">,
  claim: IdClaim,
  add: (id: LibraryId) => Promise<LibraryRecord | undefined>,
): Promise<{ readonly library: LibraryRecord; readonly isNew: boolean }> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { existing, freeId } = await findIdCandidate(context, claim)
    if (existing !== undefined) return { library: existing, isNew: false }
    const added = await add(freeId)
    if (added !== undefined) return { library: added, isNew: true }
  }
  throw new InternalFailure(`cannot name the library: ${claim.idAt(0)} and all its numbered variants are taken`)
}
