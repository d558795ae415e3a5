/** Identifier of a library, `/owner/repo` or `/<source>/<id>`, without a version, as given for display. */
export type LibraryId = string & { readonly brand: "LibraryId" }

/** A library identifier in the one spelling used for look-up: lower case. */
export type FoldedLibraryId = string & { readonly brand: "FoldedLibraryId" }

/** A library identifier and, where the text pinned one, a version. */
export interface LibraryReference {
  readonly id: LibraryId
  /** Version as written, for instance `v15.1.8` or `pkg@1.2.3`; never empty. */
  readonly versionTag?: string
}

/** Form of a library identifier in a request, with an optional version after `/` or `@`. */
export const LIBRARY_ID_PATTERN = /^\/[^/]+\/[^/]+([/@][^/]+)?$/

/** First segments of identifiers that do not belong to git repositories. */
export const SOURCE_SEGMENTS = ["websites", "llmstxt", "openapi", "docs", "wiki", "notes"] as const
export type SourceSegment = (typeof SOURCE_SEGMENTS)[number]

const sourceSegments: ReadonlySet<string> = new Set(SOURCE_SEGMENTS)

/**
 * Splits a library identifier from the version that may follow it.
 *
 * `/owner/repo/15` and `/owner/repo@15` both name version `15`; the first `@` of the second segment separates, so a
 * version may hold more of them (`/owner/repo@pkg@1.2.3`).
 *
 * @returns undefined when the text does not have the form of `LIBRARY_ID_PATTERN` or the version is empty.
 */
export function parseLibraryReference(text: string): LibraryReference | undefined {
  if (!LIBRARY_ID_PATTERN.test(text)) return undefined
  const [, owner = "", name = "", thirdSegment] = text.split("/")
  if (thirdSegment !== undefined) return { id: asLibraryId(`/${owner}/${name}`), versionTag: thirdSegment }
  const at = name.indexOf("@", 1)
  if (at < 0) return { id: asLibraryId(text) }
  const versionTag = name.slice(at + 1)
  if (versionTag === "") return undefined
  return { id: asLibraryId(`/${owner}/${name.slice(0, at)}`), versionTag }
}

/** Writes a reference so that `parseLibraryReference` reads the same one back. */
export function formatLibraryReference({ id, versionTag }: LibraryReference): string {
  return versionTag === undefined ? id : `${id}/${versionTag}`
}

/**
 * Reads an identifier that carries no version.
 *
 * @returns undefined when the text is not `/owner/repo`.
 */
export function parseLibraryId(text: string): LibraryId | undefined {
  const reference = parseLibraryReference(text)
  return reference?.versionTag === undefined ? reference?.id : undefined
}

/**
 * Gives the spelling under which a library is looked up.
 *
 * @returns lower case; folding twice changes nothing.
 */
export function foldLibraryId(id: string): FoldedLibraryId {
  // Some letters need two rounds: "İ" folds to "i" and a combining dot.
  return id.toLowerCase().normalize("NFC").toLowerCase() as FoldedLibraryId
}

/**
 * Joins two segments to an identifier.
 *
 * @param owner first segment, no slash. @param name second segment, no slash.
 */
export function libraryIdOf(owner: string, name: string): LibraryId {
  return asLibraryId(`/${owner}/${name}`)
}

/**
 * Gives the identifier of a later, different source whose identifier is taken already.
 *
 * @param ordinal 2 for the second source, 3 for the third; 1 leaves the identifier as it is.
 */
export function numberedLibraryId(id: LibraryId, ordinal: number): LibraryId {
  return ordinal <= 1 ? id : asLibraryId(`${id}-${ordinal}`)
}

/** Tells whether the first segment of an identifier is reserved for a source kind other than git. */
export function isSourceSegment(segment: string): boolean {
  return sourceSegments.has(segment.toLowerCase())
}

function asLibraryId(text: string): LibraryId {
  return text as LibraryId
}
