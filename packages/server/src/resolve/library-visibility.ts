import type { LibraryRecord, LookupOwners } from "../catalogue/libraries/records.ts"

type VisibilityDecision = "visible" | "hidden" | "denied"

/** Decides what one caller can see. `access` implements it, and the use case passes it in. */
export interface LibraryVisibility {
  /** Teamspace whose private libraries the caller can find by name; null: none. */
  readonly finderKey: string | null
  /** Returns the owners whose libraries an id can refer to. */
  ownersOf(libraryId: string): LookupOwners
  /** Returns the visibility of a library that was read from the catalogue. */
  ofLibrary(library: LibraryRecord): VisibilityDecision
  /** Returns the visibility of a library by its row key, without reading the catalogue. */
  ofKey(key: string): VisibilityDecision
  /** Returns true if a policy blocks a version with this many flagged snippets. */
  blocksFlagged(flaggedSnippets: number): boolean
}
