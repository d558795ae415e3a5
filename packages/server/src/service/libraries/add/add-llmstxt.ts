import { llmsTxtId, type AddLibraryResponse, type AddLlmsTxtRequest } from "@lectern/contract"
import type { Caller } from "../../../access/identity/caller.ts"
import { InvalidInput } from "../../../base/errors.ts"
import { addAddress, addressSource } from "./add-address.ts"
import { allow } from "../../service-context.ts"
import type { AddLibraryServices } from "./add-library-services.ts"

/**
 * Queues an llms.txt-style file, with the pages it lists, to become a library. Answers without a call to its host.
 *
 * @throws {AddressRefused} when the address may not be fetched. @throws {InvalidInput} when it names no file.
 */
export async function addLlmsTxt(
  context: AddLibraryServices,
  caller: Caller,
  request: AddLlmsTxtRequest,
): Promise<AddLibraryResponse> {
  allow(context, caller, "addLibrary")
  const url = context.guard.assertUrlAllowed(request.llmstxtUrl)
  url.hash = ""
  const id = llmsTxtId(url.href)
  if (id === undefined) {
    throw new InvalidInput(`llmstxtUrl: ${request.llmstxtUrl} names no file: send the address of an llms.txt`)
  }
  return addAddress(context, caller, {
    baseId: id,
    kind: "llmstxt",
    title: url.hostname.replace(/^(?:www|docs)\.(?=.*\.)/, ""),
    source: addressSource("llmstxt", url.href, {}),
    force: request.force === true,
  })
}
