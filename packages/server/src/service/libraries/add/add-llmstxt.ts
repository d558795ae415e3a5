import type { AddLibraryResponse, AddLlmsTxtRequest } from "@lectern/contract"
import type { Authorized } from "../../../access/permissions/authorize.ts"
import { readLlmsTxtAddress } from "../../../sources/llmstxt/address.ts"
import { addSource, claimByAddress, givenTextsOf, keepUnlessForced } from "../add-source.ts"
import { PUBLIC } from "../lookup/ownership.ts"
import type { AddLibraryServices } from "../add-library-services.ts"

/**
 * Adds an llms.txt-style file, with the pages it lists, as a library and queues it. Sends no request to its host.
 *
 * @throws {AddressRefused} if the address is blocked. @throws {InvalidInput} if it does not refer to a file.
 */
export async function addLlmsTxt(
  context: AddLibraryServices,
  caller: Authorized<"addLibrary">,
  request: AddLlmsTxtRequest,
): Promise<AddLibraryResponse> {
  const { id, title, source } = readLlmsTxtAddress(context.guard, request.llmstxtUrl)
  return addSource(context, caller, {
    claim: claimByAddress(id, source),
    source,
    library: { kind: "llmstxt", title, description: "", isDescribed: false, given: givenTextsOf(request) },
    owner: PUBLIC,
    keepExisting: keepUnlessForced(request.force === true),
  })
}
