/**
 * What changed in the catalogue: `libraries` (also versions, policies and access rules), `people` (keys, sessions, accounts,
 * memberships and teamspaces), `settings` (those that an admin changes while the server runs), or a new row in the queue of
 * `jobs` or of webhook `deliveries`.
 */
export type ChangeNotice = "libraries" | "people" | "settings" | "jobs" | "deliveries"

/** All kinds of notices, in the order in which they are sent after a lost connection. */
export const CHANGE_NOTICES: readonly ChangeNotice[] = ["libraries", "people", "settings", "jobs", "deliveries"]

/**
 * Notices of changes by any process, including this one. They only reduce delays: a notice can be lost, so readers also
 * poll, less often while `isLive`.
 */
export interface ChangeNotices {
  /** True while committed changes are reported, within a quarter of a second at most. */
  readonly isLive: boolean
  /**
   * Calls the listener for each change, and once for every kind of notice after notices may have been lost. The first
   * subscription opens a connection.
   *
   * @param onNotice must not throw.
   * @returns a function that ends the subscription.
   */
  subscribe(onNotice: (notice: ChangeNotice) => void): () => void
}

/** Notices for a database that sends none. */
export const silentNotices: ChangeNotices = { isLive: false, subscribe: () => () => undefined }
