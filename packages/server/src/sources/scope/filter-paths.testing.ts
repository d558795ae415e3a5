import type { PathScope } from "./filter-paths.ts"

/** A scope without restrictions. */
export const WHOLE_SOURCE: PathScope = {
  folders: [],
  excludeFolders: [],
  excludeFiles: [],
  skipVersionFiltering: false,
}
