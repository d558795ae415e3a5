import type { ListSourcePagesQuery, ListSourcePagesResponse } from "@lectern/contract"
import { openAccount } from "../../accounts/open-account.ts"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { ConnectionServices } from "./connection-services.ts"
import { findConnection } from "./connections.ts"

/** Time limit in milliseconds for a service to list its pages. */
const LIST_MS = 45_000
/** Maximum number of pages to choose from at once. */
const MAX_PAGES = 1_000

/**
 * Lists what a connected account can see: the spaces of a wiki, the pages of one space, or pages of notes.
 *
 * @throws {NotFound} if the teamspace has no such connection. @throws {InvalidInput} for a git host. @throws
 *   {AccessRefused} {SiteUnreadable} {SourceUnreachable} {SourceDamaged} if the service does not list them.
 */
export async function listSourcePages(
  context: ConnectionServices,
  caller: Authorized<"addPrivateLibrary">,
  connectionId: string,
  { space, query }: ListSourcePagesQuery,
): Promise<ListSourcePagesResponse> {
  const connection = await findConnection(context, caller, connectionId)
  if (connection.kind === "git") throw new InvalidInput("id: an account of a git host has no pages to list")
  const unseal = (sealed: string) => context.sealer.unseal(sealed)
  const account = await openAccount(connection, { unseal, tokenRefresher: context.tokenRefresher })
  const reach = { guard: context.guard, signal: AbortSignal.timeout(LIST_MS) }
  // Loaded on demand: few requests need the clients, which take 10 MB of memory.
  if (connection.kind === "notes") {
    const { findNotes } = await import("../../sources/notes/find-notes.ts")
    const found = await findNotes(account, { ...reach, query: query ?? "", maxPages: MAX_PAGES })
    return { cloudId: null, spaces: [], ...found }
  }
  const { listWikiPages, listWikiSpaces, cloudIdOf } = await import("../../sources/wiki/list-wiki.ts")
  const cloudId = cloudIdOf(account)
  if (space === undefined) {
    const { spaces, isTruncated } = await listWikiSpaces(account, { ...reach, maxSpaces: MAX_PAGES })
    return { cloudId, spaces, pages: [], isTruncated }
  }
  const listed = await listWikiPages(account, { ...reach, spaceKey: space, maxPages: MAX_PAGES })
  return { cloudId, spaces: [], ...listed }
}
