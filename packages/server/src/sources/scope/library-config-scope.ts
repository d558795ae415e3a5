import { z } from "zod"
import type { PathScope } from "./filter-paths.ts"
import { parseJson } from "../../base/parse-json.ts"

/** Names of library configs at the root; the first one that exists is used. */
export const LIBRARY_CONFIG_NAMES = ["lectern.json", "context7.json"] as const

/** Returns true for the name of a library config. */
export function isLibraryConfigName(path: string): boolean {
  return LIBRARY_CONFIG_NAMES.some((name) => name === path)
}

/** The fields of a library config that affect which files are indexed. */
export interface LibraryConfigScope extends Omit<PathScope, "skipVersionFiltering"> {
  /** Branch to fetch. */
  readonly branch?: string
}

/** Maximum number of patterns, which is more than anyone writes by hand. */
const MAX_PATTERNS = 500

const Patterns = z
  .array(z.unknown())
  .catch([])
  .transform((values) => values.filter((value) => typeof value === "string").slice(0, MAX_PATTERNS))
const Scope = z.object({
  branch: z.string().min(1).optional().catch(undefined),
  folders: Patterns.prefault([]),
  excludeFolders: Patterns.prefault([]),
  excludeFiles: Patterns.prefault([]),
})

/**
 * Parses the fields of a library config that affect which files are indexed.
 *
 * @param text the file from the repository, untrusted.
 * @returns an empty scope for text that is not a JSON object; fields of a wrong type are ignored.
 */
export function readLibraryConfigScope(text: string): LibraryConfigScope {
  const { branch, ...patterns } = Scope.catch({ folders: [], excludeFolders: [], excludeFiles: [] }).parse(
    parseJson(text),
  )
  return branch === undefined ? patterns : { branch, ...patterns }
}

/**
 * Combines the scope of a request with that of the library config.
 *
 * @returns the folders of the request if it has any, otherwise those of the config; exclusions of both.
 */
export function joinScopes(request: Partial<PathScope>, manifest: LibraryConfigScope | undefined): PathScope {
  const asked = request.folders ?? []
  return {
    folders: asked.length > 0 ? asked : (manifest?.folders ?? []),
    excludeFolders: [...(request.excludeFolders ?? []), ...(manifest?.excludeFolders ?? [])],
    excludeFiles: [...(request.excludeFiles ?? []), ...(manifest?.excludeFiles ?? [])],
    skipVersionFiltering: request.skipVersionFiltering ?? false,
  }
}
