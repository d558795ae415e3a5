import type { Log } from "../../base/log.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import type { GitPagePatterns } from "../base/git-host-address.ts"
import type { SourceLimits } from "../base/source-limits.ts"
import type { KnownHosts } from "../git/ssh/known-hosts.ts"

/** Dependencies for reaching hosts and writing temporary files. */
export interface SourceEnvironment {
  readonly guard: AddressGuard
  /** Directory for temporary files; created if it does not exist. */
  readonly workDirectory: string
  readonly limits?: Partial<SourceLimits>
  readonly log: Log
  /** URLs of pages on git hosts that are not known. */
  readonly gitPages?: GitPagePatterns | undefined
  /** Known keys of ssh hosts. */
  readonly knownHosts: KnownHosts
}
