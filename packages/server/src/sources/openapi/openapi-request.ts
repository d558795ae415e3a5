import type { ApiParser } from "@lectern/parsers/openapi"
import type { ResponseArchiveFiles } from "../page-cache/response-archive.ts"
import type { AddressGuard } from "../../net/address-guard.ts"

/** Which description. */
export interface OpenApiSourceRequest {
  /** For addresses of pages of an upload. */
  readonly libraryId: string
  /** Address of the description; empty for an upload. */
  readonly url: string
  /** The upload. */
  readonly file?: undefined | { readonly path: string; readonly hash: string }
  readonly title?: string | undefined
  /** Revision that is indexed: an unchanged description is not read again. */
  readonly knownRevision?: string | undefined
  /** Where answers are kept between readings; without it every file is sent whole. */
  readonly archive?: ResponseArchiveFiles | undefined
}

/** What reading needs from its surroundings. */
export interface OpenApiEnvironment {
  readonly guard: AddressGuard
  readonly reader: ApiParser
  readBlob(hash: string): Promise<Uint8Array>
}
