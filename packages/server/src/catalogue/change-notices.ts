/**
 * What changed in the catalogue: `libraries` (also versions, policies and access rules), `people` (keys, sessions, accounts,
 * memberships and teamspaces), `settings` (those that an admin changes while the server runs), or a new row in the queue of
 * `jobs` or of webhook `deliveries`.
 */
export type ChangeNotice = "libraries" | "people" | "settings" | "jobs" | "deliveries"

/** All notices, in the order in which a lost connection reports them. */
export const CHANGE_NOTICES: readonly ChangeNotice[] = ["libraries", "people", "settings", "jobs", "deliveries"]

/**
 * Notices of changes by any process, this one included. They only save time: a notice can be lost, so a reader also polls,
 * less often while `isLive`.
 */
export interface ChangeNotices {
  /** True while a committed change is reported within milliseconds. */
  readonly isLive: boolean
  /**
   * Calls the listener for each change, and for everything after notices may have been lost. The first subscription opens a
   * connection.
   *
   * @param onNotice must not throw.
   * @returns a function that ends the subscription.
   */
  subscribe(onNotice: (notice: ChangeNotice) => void): () => void
}

/** The notices of a database that sends none. */
export const silentNotices: ChangeNotices = { isLive: false, subscribe: () => () => undefined }
