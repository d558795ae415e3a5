import type { ChangeNotices } from "../../catalogue/change-notices.ts"

/** Caches that are cleared by notices of changes. */
export interface NoticedCaches {
  readonly authenticator: { forget(): void }
  readonly sessions: { forget(): void }
  readonly live: { expire(): void }
  readonly catalogue: { readonly notices: ChangeNotices }
}

/**
 * Clears the caches of keys, sessions and live settings when the catalogue sends a notice of a change by any process.
 * Without notices, the caches expire after two seconds.
 *
 * @returns a function that stops it.
 */
export function followNotices({ authenticator, sessions, live, catalogue }: NoticedCaches): () => void {
  return catalogue.notices.subscribe((notice) => {
    if (notice === "people") {
      authenticator.forget()
      sessions.forget()
    }
    if (notice === "settings") live.expire()
  })
}
