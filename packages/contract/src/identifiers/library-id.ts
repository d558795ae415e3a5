/** Identifier of a library, `/owner/repo` or `/<source>/<id>`, without a version, as displayed. */
export type LibraryId = string & { readonly brand: "LibraryId" }

/** A library identifier in lower case, for lookups. */
export type FoldedLibraryId = string & { readonly brand: "FoldedLibraryId" }

/** A library identifier, with a version if the text contains one. */
export interface LibraryReference {
  readonly id: LibraryId
  /** Version as written, for example `v15.1.8` or `pkg@1.2.3`; never empty. */
  readonly versionTag?: string
}

/** The form of an identifier without a version, for messages. `<source>` is one of `SOURCE_SEGMENTS`. */
export const LIBRARY_ID_FORM = "/owner/repo or /<source>/<id>"
/** The form of an identifier in a request, for messages. */
export const LIBRARY_REFERENCE_FORM = `${LIBRARY_ID_FORM}, optionally followed by /<version> or @<version>`

/** Form of a library identifier in a request, with an optional version after `/` or `@`. */
export const LIBRARY_ID_PATTERN = /^\/[^/]+\/[^/]+([/@][^/]+)?$/

/** First segments of identifiers that are not git repositories. */
export const SOURCE_SEGMENTS = ["websites", "llmstxt", "openapi", "docs", "wiki", "notes"] as const
export type SourceSegment = (typeof SOURCE_SEGMENTS)[number]

const sourceSegments: ReadonlySet<string> = new Set(SOURCE_SEGMENTS)

/**
 * Splits a library identifier from an optional version.
 *
 * `/owner/repo/15` and `/owner/repo@15` both name version `15`. The first `@` in the second segment is the separator,
 * so a version can contain further ones (`/owner/repo@pkg@1.2.3`).
 *
 * @returns undefined if the text does not match `LIBRARY_ID_PATTERN` or the version is empty.
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

/** Writes a reference in the form that `parseLibraryReference` parses. */
export function formatLibraryReference({ id, versionTag }: LibraryReference): string {
  return versionTag === undefined ? id : `${id}/${versionTag}`
}

/**
 * Parses an identifier without a version.
 *
 * @returns undefined if the text is not `/owner/repo`.
 */
export function parseLibraryId(text: string): LibraryId | undefined {
  const reference = parseLibraryReference(text)
  return reference?.versionTag === undefined ? reference?.id : undefined
}

/** White space, control characters and invisible ones: with them, an identifier could look like other text. */
const NOT_PLAIN = /[\s\p{C}]/u

/**
 * Parses an identifier that a person, a bundle or a library config chooses. Agents and terminals show it within
 * sentences, so it must be a single word.
 *
 * @returns undefined if the text is not `/owner/repo` without white space and invisible characters.
 */
export function parseChosenLibraryId(text: string): LibraryId | undefined {
  return NOT_PLAIN.test(text) ? undefined : parseLibraryId(text)
}

/**
 * Returns the form of an identifier that is used for lookups.
 *
 * @returns lower case; folding twice changes nothing.
 */
export function foldLibraryId(id: string): FoldedLibraryId {
  // Some letters need two rounds: "İ" folds to "i" and a combining dot.
  return id.toLowerCase().normalize("NFC").toLowerCase() as FoldedLibraryId
}

/**
 * Joins two segments into an identifier.
 *
 * @param owner first segment, without slashes. @param name second segment, without slashes.
 */
export function libraryIdOf(owner: string, name: string): LibraryId {
  return asLibraryId(`/${owner}/${name}`)
}

/**
 * Returns the identifier of another source whose identifier is already taken.
 *
 * @param ordinal 2 for the second source, 3 for the third; 1 returns the identifier unchanged.
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
