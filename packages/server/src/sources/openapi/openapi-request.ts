import type { ApiParser } from "@lectern/parsers/openapi"
import type { ResponseArchiveFiles } from "../page-cache/response-archive.ts"
import type { AddressGuard } from "../../net/address-guard.ts"

/** The description to fetch. */
export interface OpenApiSourceRequest {
  /** For the URLs of an upload's pages. */
  readonly libraryId: string
  /** URL of the description; empty for an upload. */
  readonly url: string
  /** The uploaded file. */
  readonly file?: undefined | { readonly path: string; readonly hash: string }
  readonly title?: string | undefined
  /** Indexed revision; an unchanged description is not parsed again. */
  readonly knownRevision?: string | undefined
  /** Archive of responses between refreshes; without it, every file is downloaded. */
  readonly archive?: ResponseArchiveFiles | undefined
}

/** Dependencies for fetching descriptions. */
export interface OpenApiEnvironment {
  readonly guard: AddressGuard
  readonly reader: ApiParser
  readBlob(hash: string): Promise<Uint8Array>
}
