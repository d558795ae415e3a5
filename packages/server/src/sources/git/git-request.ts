import type { GitHostName } from "../base/git-host-address.ts"
import type { PathScope } from "../scope/filter-paths.ts"

/** The repository, and its branch or tag. */
export interface GitRemoteRequest {
  /** Clone URL: http or https without credentials, `ssh://` or `git@host:path`. */
  readonly url: string
  /** Branch to fetch; without branch and tag, the default branch. */
  readonly branch?: string | undefined
  /** Tag to fetch, instead of a branch. */
  readonly tag?: string | undefined
  /**
   * A tag or branch name in which every `/` is replaced by `_`; tags take precedence. Used instead of a branch or tag.
   */
  readonly version?: string | undefined
  /**
   * Token of a private repository, alone or as `user:token`, or the private key for an ssh address. Never passed as an
   * argument, logged or included in an error.
   */
  readonly token?: string | undefined
}

/** The repository, and the files to fetch from it. */
export interface GitSourceRequest extends GitRemoteRequest, Partial<PathScope> {
  /** The indexed commit. If it is still the newest one, nothing is downloaded and the snapshot is `unchanged`. */
  readonly knownRevision?: string | undefined
  /** The branch of the indexed commit. If the repository no longer has it, its files are fetched again. */
  readonly knownBranch?: string | undefined
  /** Kind of git host given by the user; determines the form of page URLs on hosts that are not known by name. */
  readonly hostKind?: GitHostName | undefined
  /** Called when git starts to fetch, which does not happen for an unchanged repository; must not throw. */
  readonly onFetching?: (() => void) | undefined
}
