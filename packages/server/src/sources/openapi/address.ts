import { fileTitle, type LibraryId, slugId } from "@lectern/contract"
import type { AddressGuard } from "../../net/address-guard.ts"
import type { OpenApiSource } from "./options.ts"

/**
 * Parses the address of a description without sending a request. The id and title are derived from the address; the
 * title is replaced once the description has been parsed.
 *
 * @throws {AddressRefused} if the address is blocked.
 */
export function readOpenApiAddress(
  guard: AddressGuard,
  address: string,
): { readonly id: LibraryId; readonly title: string; readonly source: OpenApiSource } {
  const url = guard.assertUrlAllowed(address)
  url.hash = ""
  const fileName = url.pathname.split("/").findLast((segment) => segment !== "") ?? ""
  const title = fileTitle(decoded(fileName)) || url.hostname
  return { id: slugId("openapi", title, url.hostname), title, source: { kind: "openapi", url: url.href } }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // The percent-encoding is invalid, so the name is used unchanged.
    return segment
  }
}
