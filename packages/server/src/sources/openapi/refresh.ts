import type { RefreshRules } from "../kind/source-kind.ts"

/** An uploaded description has no URL to refresh it from. */
export const OPENAPI_REFRESH: RefreshRules = {
  isScheduled: ({ files = [] }) => files.length === 0,
  problem: (libraryId, { files = [] }) =>
    files.length === 0
      ? undefined
      : `${libraryId} was uploaded and has no address to refresh from: upload the file again with force`,
}
