import type { LibraryRecord, LookupOwners } from "../catalogue/libraries/records.ts"

type VisibilityDecision = "visible" | "hidden" | "denied"

/** What one caller can see, decided by `access` and passed in by the use case. */
export interface LibraryVisibility {
  /** Teamspace whose private libraries the caller can find by name; null: none. */
  readonly finderKey: string | null
  /** Owners among whose libraries an id is looked up. */
  ownersOf(libraryId: string): LookupOwners
  /** Visibility of a library that was read from the catalogue. */
  ofLibrary(library: LibraryRecord): VisibilityDecision
  /** Visibility of a library by its row key, without reading the catalogue. */
  ofKey(key: string): VisibilityDecision
  /** Whether a policy keeps away a version with so many flagged snippets. */
  blocksFlagged(flaggedSnippets: number): boolean
}
