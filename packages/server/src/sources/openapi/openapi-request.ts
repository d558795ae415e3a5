import { z } from "zod"
import type { ApiParser } from "@lectern/parsers/openapi"
import type { ResponseArchiveFiles } from "../page-cache/response-archive.ts"
import type { AddressGuard } from "../../net/address-guard.ts"

/** What only sources of this type have. */
export const OpenApiOptions = z.object({
  /** Title that a person gave; the description's own otherwise. */
  title: z.string().optional(),
})
export type OpenApiOptions = z.infer<typeof OpenApiOptions>

/** Which description. */
export interface OpenApiSourceRequest {
  /** For addresses of pages of an upload. */
  readonly libraryId: string
  /** Address of the description; empty for an upload. */
  readonly url: string
  /** The upload. */
  readonly file?: { readonly path: string; readonly hash: string }
  readonly title?: string
  /** Revision that is indexed: an unchanged description is not read again. */
  readonly knownRevision?: string
  /** Where answers are kept between readings; without it every file is sent whole. */
  readonly archive?: ResponseArchiveFiles
}

/** What reading needs from its surroundings. */
export interface OpenApiEnvironment {
  readonly guard: AddressGuard
  readonly reader: ApiParser
  readBlob(hash: string): Promise<Uint8Array>
}
