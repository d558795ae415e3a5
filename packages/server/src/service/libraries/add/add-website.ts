import { websiteId, type AddLibraryResponse, type AddWebsiteRequest, type LibraryId } from "@lectern/contract"
import type { Caller } from "../../../access/identity/caller.ts"
import { InvalidInput } from "../../../base/errors.ts"
import type { SourceRecord } from "../../../catalogue/libraries/records.ts"
import type { WebsiteOptions } from "../../../sources/website/options.ts"
import { addAddress, addressSource } from "./add-address.ts"
import { allow, type ServiceContext } from "../../service-context.ts"
import type { AddLibraryServices } from "./add-library-services.ts"

/**
 * Queues a web site to become a library. Answers from the request and the catalogue alone; what the site turns out to be
 * stands on the job.
 *
 * @throws {AddressRefused} when an address may not be fetched. @throws {InvalidInput} when the start page does not lie
 *   below the base.
 */
export async function addWebsite(
  context: AddLibraryServices,
  caller: Caller,
  request: AddWebsiteRequest,
): Promise<AddLibraryResponse> {
  allow(context, caller, "addLibrary")
  const { id, start, source } = readWebsite(context, request)
  return addAddress(context, caller, {
    baseId: id,
    kind: "website",
    title: start.hostname.replace(/^(?:www|docs)\.(?=.*\.)/, ""),
    source,
    force: request.force === true,
  })
}

/**
 * Reads which site a request means.
 *
 * @throws {AddressRefused} {InvalidInput} as `addWebsite` does.
 */
export function readWebsite(
  context: Pick<ServiceContext, "guard">,
  request: AddWebsiteRequest,
): { readonly id: LibraryId; readonly start: URL; readonly source: SourceRecord } {
  const start = context.guard.assertUrlAllowed(request.websiteUrl)
  start.hash = ""
  const base = request.websiteBaseUrl === undefined ? undefined : baseOf(context, request.websiteBaseUrl, start)
  const id = websiteId(start.href)
  if (id === undefined)
    throw new InvalidInput(`websiteUrl: ${request.websiteUrl} gives no identifier: send another page`)
  const { maxPages, maxDepth, excludePatterns = [] } = request
  const options: WebsiteOptions = {
    baseUrl: base?.href ?? null,
    maxPages,
    maxDepth,
    excludePatterns: [...excludePatterns],
  }
  return { id, start, source: addressSource("website", start.href, options) }
}

function baseOf(context: Pick<ServiceContext, "guard">, text: string, start: URL): URL {
  const base = context.guard.assertUrlAllowed(text)
  const folder = base.pathname.replace(/\/+$/, "")
  if (base.origin !== start.origin || !`${start.pathname}/`.startsWith(`${folder}/`)) {
    throw new InvalidInput(`websiteBaseUrl: ${start.href} does not lie below ${base.href}`)
  }
  return base
}
