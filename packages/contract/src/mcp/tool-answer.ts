import { parseLibraryReference } from "../identifiers/library-id.ts"
import type { SearchPartialReason } from "../answers/combined-search.ts"

/** An answer in text, and how the served version relates to the requested one. */
export interface AnsweredText {
  readonly text: string
  /** Tag of the version that was served, or `current`; only if a version was requested. */
  readonly servedVersion?: string | undefined
  /** Why the answer is not all that was requested. */
  readonly partialReason?: SearchPartialReason | undefined
}

/** The structured form of an answer. Clients that read it show nothing else to the model, so it contains the whole text. */
export type StructuredAnswer = {
  readonly answer: string
  readonly libraryIds: string[]
  /** Addresses of the quoted pages, in the order of the answer. */
  readonly sources: string[]
  /** Well-matching snippets that the answer leaves out. */
  readonly omittedSnippets: number
  readonly version?: { requested: string; served: string }
}

/** What an answer was requested for. */
export interface AnswerRequest {
  /** Library of the request, if it names exactly one. */
  readonly libraryId?: string | undefined
  readonly version?: string | undefined
}

const SEPARATOR = /^-{32}\n\n/m
const LIBRARY_LINE = /^Library: (\S+)\n\n/
const SOURCE_LINE = /^###[^\n]*\nSource: (\S+)\n/
/** The line about omitted snippets, which only the line about unknown words may follow. */
const OMITTED_LINE = /\n\[(\d+) more snippets? on \d+ pages? [^\n]+\]\n(?:\n\[Not in this library: [^\n]+\]\n)?$/

/**
 * Describes a text answer as data: the libraries, sources and number of omitted snippets are read from its fixed lines, so that
 * every server gives the same.
 *
 * @returns the answer with a first line about its version if that differs from the requested one.
 */
export function describeAnswer(answered: AnsweredText, request: AnswerRequest): StructuredAnswer {
  const { text, servedVersion } = answered
  const libraryIds = new Set<string>()
  const sources = new Set<string>()
  if (request.libraryId !== undefined) {
    libraryIds.add(parseLibraryReference(request.libraryId)?.id ?? request.libraryId)
  }
  for (const part of text.split(SEPARATOR)) {
    const [line = "", libraryId] = LIBRARY_LINE.exec(part) ?? []
    if (libraryId !== undefined) libraryIds.add(libraryId)
    const source = SOURCE_LINE.exec(part.slice(line.length))?.[1]
    if (source !== undefined) sources.add(source)
  }
  const requested = request.version
  return {
    answer: noteOnGaps(answered, requested) + text,
    libraryIds: [...libraryIds],
    sources: [...sources],
    omittedSnippets: Number(OMITTED_LINE.exec(text)?.[1] ?? 0),
    ...(requested === undefined || servedVersion === undefined
      ? {}
      : { version: { requested, served: servedVersion } }),
  }
}

/** @returns a line for the reader if other libraries or another version than the requested ones were served; otherwise nothing. */
function noteOnGaps({ servedVersion, partialReason }: AnsweredText, requested: string | undefined): string {
  if (partialReason === "libraryNotFound") {
    return "[Not every requested name matches a library. If none does, the question selected these libraries.]\n\n"
  }
  if (requested === undefined || servedVersion === undefined || isSameVersion(requested, servedVersion)) {
    return partialReason === "partialSearchFailure" ? "[Some libraries could not be searched.]\n\n" : ""
  }
  const served = servedVersion === "current" ? "the current documentation" : `version ${servedVersion}`
  return partialReason === "versionUnverified"
    ? `[Version ${requested} is not available. This answer is from ${served}.]\n\n`
    : `[Version ${requested} was requested. This answer is from ${served}.]\n\n`
}

function isSameVersion(requested: string, served: string): boolean {
  const bare = (tag: string) => tag.toLowerCase().replace(/^v(?=\d)/, "")
  return bare(requested) === bare(served)
}
