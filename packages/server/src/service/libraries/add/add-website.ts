import type { AddLibraryResponse, AddWebsiteRequest } from "@lectern/contract"
import type { Authorized } from "../../../access/permissions/authorize.ts"
import { readWebsiteAddress } from "../../../sources/website/address.ts"
import { addSource, claimByAddress, givenTextsOf, keepUnlessForced } from "../add-source.ts"
import { PUBLIC } from "../lookup/ownership.ts"
import type { AddLibraryServices } from "../add-library-services.ts"

/**
 * Queues a website to become a library. Answers from the request and the catalogue alone; the job reports what the site
 * turns out to be.
 *
 * @throws {AddressRefused} when an address may not be fetched. @throws {InvalidInput} when the start page is not below the
 *   base.
 */
export async function addWebsite(
  context: AddLibraryServices,
  caller: Authorized<"addLibrary">,
  request: AddWebsiteRequest,
): Promise<AddLibraryResponse> {
  const { id, title, source } = readWebsiteAddress(context.guard, request)
  return addSource(context, caller, {
    claim: claimByAddress(id, source),
    source,
    library: { kind: "website", title, description: "", isDescribed: false, given: givenTextsOf(request) },
    owner: PUBLIC,
    keepExisting: keepUnlessForced(request.force === true),
  })
}
