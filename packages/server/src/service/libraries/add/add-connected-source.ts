import type { AddLibraryResponse, LibraryId } from "@lectern/contract"
import type { Caller } from "../../../access/identity/caller.ts"
import { Forbidden } from "../../../access/errors.ts"
import type { ConnectionRecord } from "../../../catalogue/connections/records.ts"
import { consentIsOver } from "../../../accounts/oauth/token-refresh.ts"
import type { Source } from "../../../sources/source.ts"
import { DuplicateRepository } from "../../errors.ts"
import type { ServiceContext } from "../../service-context.ts"
import { addSource, type NewSource, numberedIds } from "../add-source.ts"
import { neighbourOf } from "../lookup/ownership.ts"
import type { AddLibraryServices } from "../add-library-services.ts"

/** A private source that is fetched with a connected account. */
export interface ConnectedSource extends Pick<NewSource, "source" | "owner"> {
  readonly baseId: LibraryId
  readonly source: Extract<Source, { readonly kind: "wiki" | "notes" }>
  readonly title: string
  readonly description: string
  /** True to process an existing library again. */
  readonly force: boolean
}

/**
 * Adds a private source under the first free id and queues it.
 *
 * @throws {DuplicateRepository} if the source already has a library that has not failed, unless forced.
 */
export function addConnectedSource(
  context: AddLibraryServices,
  caller: Caller,
  { baseId, source, title, description, owner, force }: ConnectedSource,
): Promise<AddLibraryResponse> {
  return addSource(context, caller, {
    claim: {
      idAt: numberedIds(baseId),
      teamspaceKey: owner.teamspaceKey,
      neighbourKey: neighbourOf(context, owner, owner.teamspaceKey),
      async findBySource() {
        const found = await context.catalogue.libraries.bySourceUrl(source.url, owner.teamspaceKey)
        return found?.source.type === source.kind ? found : undefined
      },
      isSame: () => false,
    },
    source,
    library: { kind: source.kind, title, description, isDescribed: true },
    owner,
    keepExisting({ id, state }) {
      if (force || state === "error") return undefined
      throw new DuplicateRepository(`cannot add the source: it already exists as ${id}. Send force to process it again`)
    },
    changesOf: () => ({ title, description }),
  })
}

/** Creates the error for a source of a service without a connected account. */
export function notConnected(
  { oauthHosts }: Pick<ServiceContext, "oauthHosts">,
  kind: "wiki" | "notes",
  siteUrl: string,
): Forbidden {
  const body = JSON.stringify({ kind, siteUrl, token: "<token>" })
  const byConsent = oauthHosts.has(kind) ? ", or by consent with POST /api/v2/connections/consent" : ""
  return new Forbidden(
    `no ${kind} account is connected for ${siteUrl}. An admin can connect one with POST /api/v2/connections ${body}${byConsent}`,
  )
}

/** Rejects a source whose account is connected but whose consent was withdrawn. @throws {Forbidden} */
export function assertConsentStands(connection: ConnectionRecord): void {
  if (typeof connection.grant?.refusedAtMs === "number") throw new Forbidden(consentIsOver(connection).message)
}
