import { z } from "zod"
import type { AddressGuard } from "../../net/address-guard.ts"
import type { Account } from "../../accounts/account-site.ts"
import type { PageCache } from "../page-cache/page-cache.ts"

/** Options of a notes source, as they stand in its record. */
export const NotesOptions = z.object({
  /** Whose account reads the pages. */
  teamspaceKey: z.string(),
  /** Address that the account is connected at. */
  siteUrl: z.string(),
  workspaceId: z.string(),
  /** Pages or databases, read with everything below them. */
  pageIds: z.array(z.string()),
})
export type NotesOptions = z.infer<typeof NotesOptions>

/** Which pages. */
export interface NotesRequest {
  readonly options: NotesOptions
  readonly account: Account
  /** Revision that is indexed already. */
  readonly knownRevision: string | null
}

/** What reading notes needs from its surroundings. */
export interface NotesEnvironment {
  readonly guard: AddressGuard
  readonly kept: PageCache
  /** Present time in epoch milliseconds. */
  now(): number
}
