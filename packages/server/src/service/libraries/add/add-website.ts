import type { AddLibraryResponse, AddWebsiteRequest } from "@lectern/contract"
import type { Authorized } from "../../../access/permissions/authorize.ts"
import { readWebsiteAddress } from "../../../sources/website/address.ts"
import { addSource, claimByAddress, givenTextsOf, keepUnlessForced } from "../add-source.ts"
import { PUBLIC } from "../lookup/ownership.ts"
import type { AddLibraryServices } from "../add-library-services.ts"

/**
 * Adds a website as a library and queues it. Uses only the request and the catalogue; the job reports what the site
 * contains.
 *
 * @throws {AddressRefused} if an address is blocked. @throws {InvalidInput} if the start page is not below the base
 *   URL.
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
    hasOptions: hasOptions(request),
  })
}

/** Returns true if a request limits the crawl, even if the limits equal the defaults. */
function hasOptions({ websiteBaseUrl, excludePatterns, maxPages, maxDepth }: AddWebsiteRequest): boolean {
  return [websiteBaseUrl, excludePatterns, maxPages, maxDepth].some((option) => option !== undefined)
}
