import type { AddressGuard } from "../../net/address-guard.ts"
import type { Account } from "../../accounts/account-site.ts"
import type { PageCache } from "../page-cache/page-cache.ts"
import type { NotesOptions } from "./options.ts"

/** The pages to fetch. */
export interface NotesRequest {
  readonly options: NotesOptions
  readonly account: Account
  /** Indexed revision. */
  readonly knownRevision: string | null
}

/** Dependencies for fetching notes. */
export interface NotesEnvironment {
  readonly guard: AddressGuard
  readonly kept: PageCache
  /** Current time in epoch milliseconds. */
  now(): number
}
