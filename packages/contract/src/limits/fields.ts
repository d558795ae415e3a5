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
 * Schema of a whole number in a query string. Only plain decimal digits are accepted: `1e3`, `5.0`, ` 5` and an empty
 * value are not.
 *
 * @param min smallest accepted value.
 * @param max largest accepted value.
 */
export function wholeNumber(min: number, max: number) {
  const read = (value: unknown) => (typeof value === "string" && /^[0-9]{1,15}$/.test(value) ? Number(value) : value)
  return z.preprocess(read, z.int().min(min).max(max))
}

/**
 * Schema of text with a limited length.
 *
 * @param minCharacters minimum number of UTF-16 units.
 * @param maxCharacters maximum number of UTF-16 units.
 */
export function boundedText(minCharacters: number, maxCharacters: number) {
  return z.string().min(minCharacters).max(maxCharacters)
}

/** Reads a list of a query string, in which a list of one looks like its only entry. */
export function textList<Entry extends z.ZodType>(entry: Entry, maxCount: number) {
  const read = (value: unknown) => (typeof value === "string" ? [value] : value)
  return z.preprocess(read, z.array(entry).max(maxCount))
}

/** An absolute URL. Allowed schemes and hosts are checked where it is used. */
export const AddressText = boundedText(1, LIMITS.urlMaxCharacters)

/**
 * Characters that show nothing, or change how others are shown, such as overrides of the writing direction. Joiners and
 * the emoji selector are left out, because words and emoji contain them.
 */
const HIDDEN = /(?!\u200c|\u200d|\ufe0f)[\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
const NOT_BLANK = { error: "must not be blank" }
const NOT_HIDDEN = { error: "must not contain control characters or invisible ones" }

/** Schema of one line of text that is shown to people: not blank, and without control or invisible characters. */
export function shownLine(maxCharacters: number) {
  return boundedText(1, maxCharacters)
    .refine((text) => text === "" || VISIBLE.test(text), NOT_BLANK)
    .refine((text) => !/\p{Cc}/u.test(text) && !HIDDEN.test(text), NOT_HIDDEN)
}

/** A title or name written by a person. */
export const TitleText = shownLine(LIMITS.titleMaxCharacters)

/** Schema of text that is shown to people; may be empty, and may have several lines. */
export function shownText(maxCharacters: number) {
  return z
    .string()
    .max(maxCharacters)
    .refine((text) => text === "" || VISIBLE.test(text), NOT_BLANK)
    .refine((text) => !/(?![\t\n\r])\p{Cc}/u.test(text) && !HIDDEN.test(text), NOT_HIDDEN)
}

/** A description written by a person; may be empty, and may have several lines. */
export const DescriptionText = shownText(LIMITS.descriptionMaxCharacters)

/** Characters and sequences that git does not allow in the name of a branch or tag. */
// oxlint-disable-next-line no-control-regex
const REFUSED_IN_REFERENCE = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[-/.]|[/.]$|\.lock$/

/** A valid git branch or tag name that cannot be mistaken for an option. */
export const GitReferenceName = boundedText(1, LIMITS.branchMaxCharacters).refine(
  (name) => !REFUSED_IN_REFERENCE.test(name),
  { error: "is not a valid git branch or tag name" },
)

/** Project that a private source belongs to; defaults to the default project of the teamspace. */
export const ProjectId = boundedText(1, 200).describe("project of the teamspace; defaults to its default project")

/** Folders or files of a repository: paths or globs, relative to its root. */
export const PathPatterns = z
  .array(boundedText(1, LIMITS.pathPatternMaxCharacters))
  .max(LIMITS.pathPatternsMaxCount)
  .describe("paths or globs from the root of the source")

/** Pagination cursor from a previous response; opaque to the caller. */
export const Cursor = boundedText(1, 500).describe("nextCursor of the previous page")

/** A switch in a query string; the only value is `1`. */
export const OnSwitch = z.literal("1")
