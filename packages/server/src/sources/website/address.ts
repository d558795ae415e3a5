import { type AddWebsiteRequest, type LibraryId, LIMITS, websiteId } from "@lectern/contract"
import { InvalidInput } from "../../base/errors.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { siteTitle } from "../base/plain-address.ts"
import type { WebsiteSource } from "./options.ts"

/**
 * Parses the address of a site without sending a request.
 *
 * @throws {AddressRefused} if an address is blocked. @throws {InvalidInput} if the start page is not below the base.
 */
export function readWebsiteAddress(
  guard: AddressGuard,
  request: AddWebsiteRequest,
): { readonly id: LibraryId; readonly title: string; readonly source: WebsiteSource } {
  const start = guard.assertUrlAllowed(request.websiteUrl)
  start.hash = ""
  const base = request.websiteBaseUrl === undefined ? undefined : baseOf(guard, request.websiteBaseUrl, start)
  const id = websiteId(start.href)
  if (id === undefined)
    throw new InvalidInput(`websiteUrl: ${request.websiteUrl} cannot be turned into an identifier: send another page`)
  const {
    maxPages = LIMITS.websiteMaxPagesDefault,
    maxDepth = LIMITS.websiteMaxDepthDefault,
    excludePatterns = [],
  } = request
  const options = { baseUrl: base?.href ?? null, maxPages, maxDepth, excludePatterns: [...excludePatterns] }
  return { id, title: siteTitle(start), source: { kind: "website", url: start.href, options } }
}

function baseOf(guard: AddressGuard, text: string, start: URL): URL {
  const base = guard.assertUrlAllowed(text)
  const folder = base.pathname.replace(/\/+$/, "")
  if (base.origin !== start.origin || !`${start.pathname}/`.startsWith(`${folder}/`)) {
    throw new InvalidInput(`websiteBaseUrl: ${start.href} is not below ${base.href}`)
  }
  return base
}
