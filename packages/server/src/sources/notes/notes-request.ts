import type { AddressGuard } from "../../net/address-guard.ts"
import type { Account } from "../../accounts/account-site.ts"
import type { PageCache } from "../page-cache/page-cache.ts"
import type { NotesOptions } from "./options.ts"

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
