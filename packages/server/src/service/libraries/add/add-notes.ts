import { slugId, type AddLibraryResponse, type AddNotesRequest } from "@lectern/contract"
import type { Authorized } from "../../../access/permissions/authorize.ts"
import { InvalidInput } from "../../../base/errors.ts"
import type { ConnectionRecord } from "../../../catalogue/connections/records.ts"
import { notesAddress } from "../../../sources/notes/address.ts"
import { addConnectedSource, assertConsentStands, notConnected } from "./add-connected-source.ts"
import { ownTeamspaceOf, ownershipOf } from "../lookup/ownership.ts"
import type { AddLibraryServices } from "../add-library-services.ts"

/** Address at which an account of notes is connected if there is only one workspace. */
const NOTES_SITE = "https://www.notion.so"

/**
 * Adds pages of notes, with everything below them, as a private library and queues it. Sends no request to the service.
 *
 * @throws {Forbidden} if no account is connected, or the project belongs to another teamspace. @throws {InvalidInput}
 *   if several accounts are connected and none belongs to the workspace. @throws {DuplicateRepository} if a library
 *   already contains the same pages.
 */
export async function addNotes(
  context: AddLibraryServices,
  caller: Authorized<"addPrivateLibrary">,
  request: AddNotesRequest,
): Promise<AddLibraryResponse> {
  const owner = await ownershipOf(context, caller, { isPrivate: true, projectId: request.projectId })
  const { workspaceId, workspaceName, title, description, pageIds } = request
  const teamspaceKey = ownTeamspaceOf(context, caller)
  const connected = await context.catalogue.connections.ofTeamspace(teamspaceKey)
  const [first, ...others] = connected.filter(({ kind }) => kind === "notes")
  if (first === undefined) throw notConnected(context, "notes", NOTES_SITE)
  const connection = accountOfWorkspace([first, ...others], [workspaceId, workspaceName])
  assertConsentStands(connection)
  const { siteUrl } = connection
  const options = { teamspaceKey, siteUrl, workspaceId, pageIds: [...new Set(pageIds)] }
  return addConnectedSource(context, caller, {
    baseId: slugId("notes", title, workspaceName),
    source: { kind: "notes", url: notesAddress(options), options },
    title,
    description,
    owner,
    force: request.force === true,
  })
}

/** Returns the account whose address ends with the workspace or that is named after it, or else the only account. */
function accountOfWorkspace(
  accounts: readonly [ConnectionRecord, ...ConnectionRecord[]],
  names: readonly string[],
): ConnectionRecord {
  // Ids are written with and without hyphens.
  const folded = (name: string) => name.toLowerCase().replaceAll("-", "")
  const wanted = new Set(names.map(folded))
  const own = accounts.find(({ siteUrl, accountName }) => {
    const lastSegment = decodeURIComponent(new URL(siteUrl).pathname.split("/").at(-1) ?? "")
    return wanted.has(folded(lastSegment)) || (accountName !== null && wanted.has(folded(accountName)))
  })
  const [first, ...others] = accounts
  if (own === undefined && others.length > 0) {
    const sites = accounts.map(({ siteUrl }) => siteUrl).join(", ")
    throw new InvalidInput(
      `workspaceId: no account is connected for ${names[0] ?? ""}, only for ${sites}. Connect one with the siteUrl ${NOTES_SITE}/<workspaceId>`,
    )
  }
  return own ?? first
}
