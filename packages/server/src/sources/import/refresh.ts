import type { RefreshRules } from "../kind/source-kind.ts"

/** An imported library has no source here to refresh from. */
export const IMPORT_REFRESH: RefreshRules = {
  isScheduled: () => false,
  problem: (libraryId) => `${libraryId} was imported and has no source to refresh from: import it again`,
}
