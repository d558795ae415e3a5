import type { Log } from "../../base/log.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import type { SourceLimits } from "../base/source-limits.ts"
import type { KnownHosts } from "../git/ssh/known-hosts.ts"

/** What sources need to reach their hosts and to write temporary files. */
export interface SourceEnvironment {
  readonly guard: AddressGuard
  /** Directory for temporary files; made when absent. */
  readonly workDirectory: string
  readonly limits?: Partial<SourceLimits>
  readonly log: Log
  /** By what hosts are recognised over ssh. */
  readonly knownHosts: KnownHosts
}
