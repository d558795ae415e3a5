import { type LibraryId, llmsTxtId } from "@lectern/contract"
import { InvalidInput } from "../../base/errors.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { siteTitle } from "../base/plain-address.ts"
import type { LlmsTxtSource } from "./options.ts"

/**
 * Parses the address of an llms.txt file without sending a request.
 *
 * @throws {AddressRefused} if the address is blocked. @throws {InvalidInput} if it does not name a file.
 */
export function readLlmsTxtAddress(
  guard: AddressGuard,
  address: string,
): { readonly id: LibraryId; readonly title: string; readonly source: LlmsTxtSource } {
  const url = guard.assertUrlAllowed(address)
  url.hash = ""
  const id = llmsTxtId(url.href)
  if (id === undefined) {
    throw new InvalidInput(`llmstxtUrl: ${address} does not name a file: send the URL of an llms.txt`)
  }
  return { id, title: siteTitle(url), source: { kind: "llmstxt", url: url.href } }
}
