import { z } from "zod"
import { LIMITS } from "./limits.ts"

/** A point in time as ISO 8601 text in UTC. */
export const Timestamp = z.iso.datetime({ offset: true }).describe("ISO 8601 timestamp")

/** A calendar day, `YYYY-MM-DD`, in UTC. */
export const CalendarDate = z.iso.date().describe("calendar date in UTC")

/** A count: a whole number from 0. */
export const Count = z.int().nonnegative()

/** A human-readable sentence about what happened. */
export const Message = z.string().describe("human-readable message")

/**
 * Reads a whole number of a query string. Only plain decimal digits count: `1e3`, `5.0`, ` 5` and an empty value do not.
 *
 * @param min smallest value that is accepted.
 * @param max largest value that is accepted.
 */
export function wholeNumber(min: number, max: number) {
  const read = (value: unknown) => (typeof value === "string" && /^[0-9]{1,15}$/.test(value) ? Number(value) : value)
  return z.preprocess(read, z.int().min(min).max(max))
}

/**
 * Reads text whose length is bounded.
 *
 * @param minCharacters fewest UTF-16 units that are accepted.
 * @param maxCharacters most UTF-16 units that are accepted.
 */
export function boundedText(minCharacters: number, maxCharacters: number) {
  return z.string().min(minCharacters).max(maxCharacters)
}

/** An absolute address; which schemes and hosts may be fetched is decided where it is used. */
export const AddressText = boundedText(1, LIMITS.urlMaxCharacters)

/** A title or name that people give. */
export const TitleText = boundedText(1, LIMITS.titleMaxCharacters)

/** A description that people give; may be empty. */
export const DescriptionText = z.string().max(LIMITS.descriptionMaxCharacters)

/** Characters and sequences that git refuses in the name of a branch or tag. */
// oxlint-disable-next-line no-control-regex
const REFUSED_IN_REFERENCE = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[-/.]|[/.]$|\.lock$/

/** Name of a branch or tag that git accepts; never one that reads as an option. */
export const GitReferenceName = boundedText(1, LIMITS.branchMaxCharacters).refine(
  (name) => !REFUSED_IN_REFERENCE.test(name),
  { error: "is not a name git accepts for a branch or tag" },
)

/** Project that a private source is attached to; the default project of the teamspace when left out. */
export const ProjectId = boundedText(1, 200).describe("project of the teamspace; its default project when left out")

/** Folders or files of a repository: paths or globs from its root. */
export const PathPatterns = z
  .array(boundedText(1, LIMITS.pathPatternMaxCharacters))
  .max(LIMITS.pathPatternsMaxCount)
  .describe("paths or globs from the root of the source")

/** Position in a list that the server gave out; opaque to the caller. */
export const Cursor = boundedText(1, 500).describe("value of nextCursor in the previous answer")

/** A switch in a query string that only knows `1`. */
export const OnSwitch = z.literal("1")
