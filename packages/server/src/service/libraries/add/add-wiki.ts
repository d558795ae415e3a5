import { slugId, type AddLibraryResponse, type AddWikiRequest } from "@lectern/contract"
import type { Authorized } from "../../../access/permissions/authorize.ts"
import { wikiAddress } from "../../../sources/wiki/address.ts"
import { addConnectedSource, assertConsentStands, notConnected } from "./add-connected-source.ts"
import { siteUrlOf } from "../../connections/connections.ts"
import { ownTeamspaceOf, ownershipOf } from "../lookup/ownership.ts"
import type { AddLibraryServices } from "../add-library-services.ts"

/**
 * Adds a space of a wiki, or some of its pages, as a private library and queues it. Sends no request to the wiki.
 *
 * @throws {AddressRefused} if the site is blocked. @throws {Forbidden} if no account is connected for it, or the
 *   project belongs to another teamspace. @throws {DuplicateRepository} if the space already has a library.
 */
export async function addWiki(
  context: AddLibraryServices,
  caller: Authorized<"addPrivateLibrary">,
  request: AddWikiRequest,
): Promise<AddLibraryResponse> {
  const owner = await ownershipOf(context, caller, { isPrivate: true, projectId: request.projectId })
  const { cloudId, spaceKey, spaceName, title, description, pageIds } = request
  const teamspaceKey = ownTeamspaceOf(context, caller)
  const siteUrl = siteUrlOf(context, "wiki", request.siteUrl)
  const connection = await context.catalogue.connections.find({ teamspaceKey, kind: "wiki", siteUrl })
  if (connection === undefined) throw notConnected(context, "wiki", siteUrl)
  assertConsentStands(connection)
  const chosen = pageIds === undefined || pageIds.length === 0 ? undefined : [...pageIds]
  const options = { teamspaceKey, siteUrl, cloudId, spaceKey, pageIds: chosen }
  return addConnectedSource(context, caller, {
    baseId: slugId("wiki", title, spaceName),
    source: { kind: "wiki", url: wikiAddress(options), options },
    title,
    description,
    owner,
    force: request.force === true,
  })
}
