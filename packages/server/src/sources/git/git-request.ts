import type { GitHostName } from "../base/git-host-address.ts"
import type { PathScope } from "../scope/filter-paths.ts"

/** Which repository, and what of it. */
export interface GitRemoteRequest {
  /** Address that git clones from: http or https without credentials, `ssh://` or `git@host:path`. */
  readonly url: string
  /** Branch to read; without branch and tag the default branch. */
  readonly branch?: string | undefined
  /** Tag to read, instead of a branch. */
  readonly tag?: string | undefined
  /** Tag, else branch, that has this name once every `/` of it is a `_`; instead of a branch or tag. */
  readonly version?: string | undefined
  /**
   * Token of a private repository, alone or as `user:token`; the private key for an address of ssh. Never on a command
   * line, in a log or an error.
   */
  readonly token?: string | undefined
}

/** Which files of which repository. */
export interface GitSourceRequest extends GitRemoteRequest, Partial<PathScope> {
  /** Commit that was read last time: when it is still the newest, nothing is downloaded and the snapshot is `unchanged`. */
  readonly knownRevision?: string | undefined
  /** What the adder said the host is; decides the form of page addresses on hosts not known by name. */
  readonly hostKind?: GitHostName | undefined
  /** Called once git has begun to fetch, which it does not for an unchanged repository; must not throw. */
  readonly onFetching?: (() => void) | undefined
}
