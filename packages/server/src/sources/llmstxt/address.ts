import { type LibraryId, llmsTxtId } from "@lectern/contract"
import { InvalidInput } from "../../base/errors.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { siteTitle } from "../base/plain-address.ts"
import type { LlmsTxtSource } from "./options.ts"

/**
 * Reads which file an address means, without calling its host.
 *
 * @throws {AddressRefused} when the address may not be fetched. @throws {InvalidInput} when it names no file.
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
