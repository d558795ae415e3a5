/** Form of the `version` parameter of the combined search. */
export const VERSION_PARAMETER_PATTERN =
  /^([Ll][Aa][Tt][Ee][Ss][Tt]|[Vv]?[0-9]+([._][0-9]+){0,2}([-+][a-zA-Z0-9.-]+)?)$/

/** A parsed version tag. */
export interface VersionTag {
  /** The text before the number without a leading `v`: a package (`pkg@`), a word (`release-`), or nothing. */
  readonly prefix: string
  /**
   * Numbers, most significant first; the `x` of `15.x` is `Infinity`, so that the head of a branch is its newest
   * version.
   */
  readonly numbers: readonly number[]
  /** Prerelease marks in lower case (`rc.1` → `["rc", "1"]`); empty for a release. */
  readonly prerelease: readonly string[]
}

/** The tag that serves a requested version, and how well it matches. */
export interface ResolvedVersion {
  /** The tag as listed. */
  readonly tag: string
  /** `prerelease`: a stable version was requested and only a prerelease of it exists. */
  readonly status: "verified" | "prerelease"
}

/** Which fallbacks are allowed. */
export interface ResolveVersionOptions {
  /** Whether a prerelease may serve a stable request if nothing else matches. Default: true. */
  readonly allowPrerelease?: boolean
}

/** Git names are shorter; limits the work for hostile text. */
const MAX_TAG_CHARACTERS = 255
const DATE_TAG = /^(\d{4})-(\d{2})-(\d{2})$/
/** Words that some projects write directly before a number (`go1.22`; `REL_15` has a separator). */
const WORD_BEFORE_NUMBER = /^(release|version|ver|rel|go|r)(?=v?\d)/i
/** Possible text before a version: a package or word, up to a separator. */
const SEPARATORS = /[@\-_/]/g
const NUMBERS_FORM = /^v?\.?(\d+(?:[._]\d+)*)([._][x*])?(.*)$/is
/** Suffixes that mark a release in some ecosystems (`5.3.0.RELEASE`, `1.0.post1`). */
const RELEASE_SUFFIX = /^[-._]?(final|release|ga|stable|lts|(post|sp|p)[.-]?\d*)$/i
/** Prerelease words that may follow a number directly (`1.0rc1`, `2.0b2`). */
const ATTACHED_PRERELEASE =
  /^[-._]?(alpha|beta|preview|pre|rc|cr|dev|snapshot|nightly|canary|next|[abcm](?=[-._]?(\d|$)))/i

/**
 * Parses a version tag.
 *
 * @param text a tag, a branch or a requested version; `v`, package prefixes and build metadata (`+…`) are supported.
 * @returns undefined if it contains no version number (`main`, `canary`).
 */
export function parseVersionTag(text: string): VersionTag | undefined {
  const [, year, month, day] = DATE_TAG.exec(text) ?? []
  if (year !== undefined) return { prefix: "", numbers: [Number(year), Number(month), Number(day)], prerelease: [] }
  for (const start of possibleStarts(text)) {
    const [, digits, wildcard, rest = ""] = NUMBERS_FORM.exec(text.slice(start)) ?? []
    const prerelease = prereleaseOf(rest)
    if (digits === undefined || prerelease === undefined) continue
    const numbers = digits.split(/[._]/).map(Number)
    if (wildcard !== undefined) numbers.push(Number.POSITIVE_INFINITY)
    return { prefix: text.slice(0, start), numbers, prerelease }
  }
  return undefined
}

/** Positions where the number may start, shortest prefix first: `log4j-2.17` is not version 4 of `log`. */
function* possibleStarts(text: string): Generator<number> {
  yield 0
  yield WORD_BEFORE_NUMBER.exec(text)?.[0].length ?? 0
  for (const separator of text.slice(0, MAX_TAG_CHARACTERS).matchAll(SEPARATORS)) yield separator.index + 1
}

/** Returns the prerelease marks after the numbers; undefined if the text is not a version suffix. */
function prereleaseOf(rest: string): string[] | undefined {
  const mark = rest.replace(/\+.*$/s, "")
  if (mark === "" || RELEASE_SUFFIX.test(mark)) return []
  if (!/^-[a-z0-9.-]/i.test(mark) && !ATTACHED_PRERELEASE.test(mark)) return undefined
  return mark.toLowerCase().match(/\d+|[a-z]+/g) ?? []
}

/**
 * Orders version tags newest first.
 *
 * A release precedes its prereleases, `15.x` precedes every `15.n`, and names without a number come last in
 * alphabetical order. The order is total: equivalent tags are ordered by prefix, then by their text.
 */
export function compareVersionTags(left: string, right: string): number {
  return compareParsed({ text: left, tag: parseVersionTag(left) }, { text: right, tag: parseVersionTag(right) })
}

/**
 * Sorts version tags in the order of `compareVersionTags`, parsing each one once, because some sources have tens of
 * thousands.
 *
 * @returns a new list, newest first.
 */
export function newestVersionsFirst(tags: readonly string[]): string[] {
  const parsed = tags.map((text) => ({ text, tag: parseVersionTag(text) }))
  return parsed.sort(compareParsed).map(({ text }) => text)
}

interface ParsedTag {
  readonly text: string
  readonly tag: VersionTag | undefined
}

function compareParsed({ text: left, tag: leftTag }: ParsedTag, { text: right, tag: rightTag }: ParsedTag): number {
  if (leftTag === undefined || rightTag === undefined) {
    if (leftTag !== undefined) return -1
    return rightTag === undefined ? compareText(left, right) : 1
  }
  return (
    compareNumbers(rightTag.numbers, leftTag.numbers) ||
    comparePrerelease(rightTag.prerelease, leftTag.prerelease) ||
    leftTag.prefix.length - rightTag.prefix.length ||
    compareText(left, right)
  )
}

/**
 * Returns the version tag for a branch or tag of the source.
 *
 * @returns the name with `_` for every `/`, so that it can be part of an identifier.
 */
export function versionTagOf(referenceName: string): string {
  return referenceName.replaceAll("/", "_")
}

/** Tells whether a version is the word `latest` in any letter case, which means the same as no version. */
export function isLatestTag(text: string): boolean {
  return text.toLowerCase() === "latest"
}

/**
 * Finds the tag that serves a version: the same tag in any letter case, or else the newest one whose numbers start with
 * the requested ones (`15` → `v15.4.2`). A `v` and a package prefix are ignored unless a tag with the requested prefix
 * exists. Prereleases serve only a request that names one, or when nothing else matches.
 *
 * @param asked the version as written; `latest` means no version and is the caller's responsibility (`isLatestTag`).
 * @param available tags in any order; `/` and `_` are equivalent in both.
 * @returns undefined if nothing matches.
 */
export function resolveVersionTag(
  asked: string,
  available: readonly string[],
  options: ResolveVersionOptions = {},
): ResolvedVersion | undefined {
  const folded = foldTag(asked)
  const same = available.includes(asked)
    ? asked
    : newestVersionsFirst(available.filter((tag) => foldTag(tag) === folded))[0]
  if (same !== undefined) return { tag: same, status: "verified" }
  const wanted = parseVersionTag(asked)
  if (wanted === undefined) return undefined
  const matching = preferPrefix(
    wanted.prefix,
    newestVersionsFirst(available.filter((tag) => beginsWith(parseVersionTag(tag), wanted))),
  )
  const asksPrerelease = wanted.prerelease.length > 0
  const verified = matching.find((tag) => asksPrerelease || isRelease(tag))
  if (verified !== undefined) return { tag: verified, status: "verified" }
  const prerelease = matching[0]
  if (prerelease === undefined || options.allowPrerelease === false) return undefined
  return { tag: prerelease, status: "prerelease" }
}

function beginsWith(candidate: VersionTag | undefined, wanted: VersionTag): boolean {
  if (candidate === undefined) return false
  // Missing numbers of a tag are zero: a request for 15.0 matches the tag v15, but a request for 15.1 does not.
  const numbersMatch = wanted.numbers.every((number, at) => number === (candidate.numbers[at] ?? 0))
  const isOpenBranch = candidate.numbers.slice(0, wanted.numbers.length).includes(Number.POSITIVE_INFINITY)
  const wildcardMatches =
    wanted.numbers.at(-1) === Number.POSITIVE_INFINITY &&
    wanted.numbers.slice(0, -1).every((number, at) => number === (candidate.numbers[at] ?? 0))
  if (!(numbersMatch && !isOpenBranch) && !wildcardMatches) return false
  return wanted.prerelease.every((mark, at) => mark === candidate.prerelease[at])
}

/** Tags of the named package, if any. */
function preferPrefix(prefix: string, tags: readonly string[]): readonly string[] {
  if (prefix === "") return tags
  const own = tags.filter((tag) => foldTag(parseVersionTag(tag)?.prefix ?? "") === foldTag(prefix))
  return own.length > 0 ? own : tags
}

function isRelease(tag: string): boolean {
  return parseVersionTag(tag)?.prerelease.length === 0
}

function foldTag(tag: string): string {
  return versionTagOf(tag.toLowerCase())
}

function compareNumbers(left: readonly number[], right: readonly number[]): number {
  const length = Math.max(left.length, right.length)
  for (let at = 0; at < length; at++) {
    const [a, b] = [left[at] ?? 0, right[at] ?? 0]
    if (a !== b) return a < b ? -1 : 1
  }
  return 0
}

/** Semantic-version order: no mark is highest, numbers precede words, fewer marks precede more. */
function comparePrerelease(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return right.length - left.length
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = compareMark(left[at] ?? "", right[at] ?? "")
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

function compareMark(left: string, right: string): number {
  const [leftIsNumber, rightIsNumber] = [/^\d/.test(left), /^\d/.test(right)]
  if (leftIsNumber && rightIsNumber) return Math.sign(Number(left) - Number(right))
  if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1
  return compareText(left, right)
}

function compareText(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1
}
