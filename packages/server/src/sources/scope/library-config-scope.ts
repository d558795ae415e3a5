import { z } from "zod"
import type { PathScope } from "./filter-paths.ts"

/** Names of a library's own manifest at its root, the first that exists counts. */
export const LIBRARY_CONFIG_NAMES = ["lectern.json", "context7.json"] as const

/** Tells whether a path is that of a manifest. */
export function isLibraryConfigName(path: string): boolean {
  return LIBRARY_CONFIG_NAMES.some((name) => name === path)
}

/** What a manifest says about where to read. */
export interface LibraryConfigScope extends Omit<PathScope, "skipVersionFiltering"> {
  /** Branch that the library is to be read from. */
  readonly branch?: string
}

/** More patterns than this are no list that somebody wrote. */
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
 * Reads from a manifest what concerns reading the source; the rest of it is the conductor's business.
 *
 * @param text the manifest as it lies in the repository, not to be trusted.
 * @returns an empty scope for text that is not a JSON object; fields of a wrong type are as if absent.
 */
export function readLibraryConfigScope(text: string): LibraryConfigScope {
  const { branch, ...patterns } = Scope.catch({ folders: [], excludeFolders: [], excludeFiles: [] }).parse(
    parseJson(text),
  )
  return branch === undefined ? patterns : { branch, ...patterns }
}

/**
 * Joins what a request asks for with what the manifest says.
 *
 * @returns the folders of the request when it names any, else the manifest's; exclusions of both.
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown
  } catch {
    // The manifest is not JSON: reading it for the report is where that is said.
    return undefined
  }
}
