import type { GitHostName } from "../base/git-host-address.ts"
import type { PathScope } from "../scope/filter-paths.ts"

/** The repository, and the branch or tag of it. */
export interface GitRemoteRequest {
  /** Clone URL: http or https without credentials, `ssh://` or `git@host:path`. */
  readonly url: string
  /** Branch; without branch and tag, the default branch. */
  readonly branch?: string | undefined
  /** Tag to read, instead of a branch. */
  readonly tag?: string | undefined
  /** A tag or branch name in which every `/` is replaced by `_`; tags come first. Used instead of a branch or tag. */
  readonly version?: string | undefined
  /**
   * Token of a private repository, alone or as `user:token`, or the private key for an ssh address. Never passed as an
   * argument, logged or included in an error.
   */
  readonly token?: string | undefined
}

/** The repository, and which of its files. */
export interface GitSourceRequest extends GitRemoteRequest, Partial<PathScope> {
  /** Indexed commit: if it is still the newest one, nothing is downloaded and the snapshot is `unchanged`. */
  readonly knownRevision?: string | undefined
  /** Kind of git host given by the user; decides the form of page URLs on hosts that are not known by name. */
  readonly hostKind?: GitHostName | undefined
  /** Called when git starts to fetch, which it does not for an unchanged repository; must not throw. */
  readonly onFetching?: (() => void) | undefined
}
