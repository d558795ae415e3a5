import { createHash } from "node:crypto"
import { numberedLibraryId, type AddLibraryResponse, type LibraryId } from "@lectern/contract"
import type { Caller } from "../../../access/identity/caller.ts"
import { Forbidden } from "../../../access/errors.ts"
import { InternalFailure } from "../../../base/errors.ts"
import type { LibraryRecord, NewLibrary } from "../../../catalogue/libraries/records.ts"
import type { ConnectionRecord } from "../../../catalogue/connections/records.ts"
import { consentIsOver } from "../../../accounts/oauth/token-refresh.ts"
import { assertMayAddAgain } from "./add-again.ts"
import { DuplicateRepository } from "../../errors.ts"
import type { Ownership } from "../ownership.ts"
import type { ServiceContext } from "../../service-context.ts"
import { queueLibrary, submitLibrary } from "./submit-library.ts"
import type { AddLibraryServices } from "./add-library-services.ts"

/** Rounds after which somebody else keeps taking every identifier; more than two would be a defect. */
const MAX_ROUNDS = 20

/** A private source that is read through a connected account. */
export interface ConnectedSource {
  readonly baseId: LibraryId
  readonly library: Omit<NewLibrary, "id" | "isPrivate" | "isDescribed">
  /** Teamspace and project that it will belong to. */
  readonly owner: Ownership
  /** Process again although it exists. */
  readonly force: boolean
}

/**
 * Queues a private source under the first identifier that is free.
 *
 * @throws {DuplicateRepository} when the source is a library already, has not failed and is not forced.
 */
export async function addConnectedSource(
  context: AddLibraryServices,
  caller: Caller,
  { baseId, library, owner, force }: ConnectedSource,
): Promise<AddLibraryResponse> {
  const { libraries } = context.catalogue
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const existing = await libraries.bySourceUrl(library.source.url, owner.teamspaceKey)
    if (existing?.source.type === library.source.type) {
      return addAgain(context, caller, { existing, library, force })
    }
    const id = await freeId(context, owner, baseId)
    const added = await submitLibrary(context, caller, { ...library, ...owner, id, isDescribed: true })
    // Undefined: another request took the identifier in between, so look again at what is there now.
    if (added !== undefined) return { libraryName: added.id, message: `${added.id} is queued for processing` }
  }
  throw new InternalFailure(`no identifier is free for ${baseId}`)
}

async function freeId({ catalogue }: AddLibraryServices, owner: Ownership, baseId: LibraryId): Promise<LibraryId> {
  for (let ordinal = 1; ; ordinal++) {
    const id = numberedLibraryId(baseId, ordinal)
    if ((await catalogue.libraries.byId(id, owner.teamspaceKey)) === undefined) return id
  }
}

/** A failed library is tried again with what was given now; a good one only when forced. */
async function addAgain(
  context: AddLibraryServices,
  caller: Caller,
  { existing, library, force }: Pick<ConnectedSource, "library" | "force"> & { readonly existing: LibraryRecord },
): Promise<AddLibraryResponse> {
  await assertMayAddAgain(context, caller, existing)
  if (!force && existing.state !== "error") {
    throw new DuplicateRepository(`the source is there already as ${existing.id}: send force to process it again`)
  }
  const { title, description, source } = library
  await context.catalogue.libraries.update(existing.key, { title, description, source })
  await queueLibrary(context, caller, existing, { cause: "add", force })
  await context.catalogueSync.catchUp()
  return { libraryName: existing.id, message: `${existing.id} is queued to be processed again` }
}

/** Makes the answer to a source whose service no account is connected for. */
export function notConnected(
  { oauthHosts }: Pick<ServiceContext, "oauthHosts">,
  kind: "wiki" | "notes",
  siteUrl: string,
): Forbidden {
  const body = JSON.stringify({ kind, siteUrl, token: "<token>" })
  const byConsent = oauthHosts.has(kind) ? ", or by consent with POST /api/v2/connections/consent" : ""
  return new Forbidden(
    `no ${kind} account is connected for ${siteUrl}: an admin connects one with POST /api/v2/connections ${body}${byConsent}`,
  )
}

/** Refuses a source whose account is connected, but whose consent was withdrawn. @throws {Forbidden} */
export function assertConsentStands(connection: ConnectionRecord): void {
  if (typeof connection.grant?.refusedAtMs === "number") throw new Forbidden(consentIsOver(connection).message)
}

/** A word that stands for a choice of pages, in whatever order they were named; empty for all of them. */
export function choiceWord(pageIds: readonly string[] | undefined): string {
  if (pageIds === undefined) return ""
  const sorted = [...new Set(pageIds)].toSorted()
  return `#${createHash("sha256").update(sorted.join("\n")).digest("hex").slice(0, 12)}`
}
