/** Form of the `version` parameter of the combined search. */
export const VERSION_PARAMETER_PATTERN =
  /^([Ll][Aa][Tt][Ee][Ss][Tt]|[Vv]?[0-9]+([._][0-9]+){0,2}([-+][a-zA-Z0-9.-]+)?)$/

/** A version tag taken apart. */
export interface VersionTag {
  /** What stands before the number without a leading `v`: a package (`pkg@`), a word (`release-`), or nothing. */
  readonly prefix: string
  /** Numbers, most significant first; the `x` of `15.x` is `Infinity`, so that a branch's head is its newest. */
  readonly numbers: readonly number[]
  /** Prerelease marks in lower case (`rc.1` → `["rc", "1"]`); empty for a release. */
  readonly prerelease: readonly string[]
}

/** Which tag serves a version that was asked for, and how well it fits. */
export interface ResolvedVersion {
  /** The tag as it is listed. */
  readonly tag: string
  /** `prerelease`: a stable version was asked for and only a prerelease of it is there. */
  readonly status: "verified" | "prerelease"
}

/** What a resolution may fall back to. */
export interface ResolveVersionOptions {
  /** May a prerelease serve a stable request when nothing else matches? True unless set. */
  readonly allowPrerelease?: boolean
}

/** Git names are shorter; keeps the reading of hostile text short. */
const MAX_TAG_CHARACTERS = 255
const DATE_TAG = /^(\d{4})-(\d{2})-(\d{2})$/
/** Words that some projects put right before a number (`go1.22`, `REL_15` has a separator of its own). */
const WORD_BEFORE_NUMBER = /^(release|version|ver|rel|go|r)(?=v?\d)/i
/** What may stand before a version: a package or a word, up to a separator. */
const SEPARATORS = /[@\-_/]/g
const NUMBERS_FORM = /^v?\.?(\d+(?:[._]\d+)*)([._][x*])?(.*)$/is
/** Suffixes that mark a release, as some ecosystems write them (`5.3.0.RELEASE`, `1.0.post1`). */
const RELEASE_SUFFIX = /^[-._]?(final|release|ga|stable|lts|(post|sp|p)[.-]?\d*)$/i
/** Prerelease words that may follow a number directly (`1.0rc1`, `2.0b2`). */
const ATTACHED_PRERELEASE =
  /^[-._]?(alpha|beta|preview|pre|rc|cr|dev|snapshot|nightly|canary|next|[abcm](?=[-._]?(\d|$)))/i

/**
 * Takes a version tag apart.
 *
 * @param text a tag, a branch or what someone asked for; `v`, package prefixes and build marks (`+…`) are understood.
 * @returns undefined when there is no version number in it (`main`, `canary`).
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

/** Places where the number may begin, the shortest prefix first: `log4j-2.17` is not version 4 of `log`. */
function* possibleStarts(text: string): Generator<number> {
  yield 0
  yield WORD_BEFORE_NUMBER.exec(text)?.[0].length ?? 0
  for (const separator of text.slice(0, MAX_TAG_CHARACTERS).matchAll(SEPARATORS)) yield separator.index + 1
}

/** Marks of what follows the numbers; undefined when it is no version suffix at all. */
function prereleaseOf(rest: string): string[] | undefined {
  const mark = rest.replace(/\+.*$/s, "")
  if (mark === "" || RELEASE_SUFFIX.test(mark)) return []
  if (!/^-[a-z0-9.-]/i.test(mark) && !ATTACHED_PRERELEASE.test(mark)) return undefined
  return mark.toLowerCase().match(/\d+|[a-z]+/g) ?? []
}

/**
 * Orders version tags newest first.
 *
 * A release stands before its prereleases, `15.x` before every `15.n`, and names without a number come last in
 * alphabetical order. The order is total: tags that mean the same are ordered by prefix, then by their text.
 */
export function compareVersionTags(left: string, right: string): number {
  return compareParsed({ text: left, tag: parseVersionTag(left) }, { text: right, tag: parseVersionTag(right) })
}

/**
 * Sorts version tags as `compareVersionTags` orders them, reading each once: some sources have tens of thousands.
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
 * Gives the version tag that stands for a branch or tag of the source.
 *
 * @returns the name with `_` for every `/`, so that it fits behind an identifier.
 */
export function versionTagOf(referenceName: string): string {
  return referenceName.replaceAll("/", "_")
}

/** Tells whether a version is the word `latest` in any letter case, which equals asking for none. */
export function isLatestTag(text: string): boolean {
  return text.toLowerCase() === "latest"
}

/**
 * Finds the tag that serves a version: the same tag in any letter case, else the newest one whose numbers begin with
 * those asked for (`15` → `v15.4.2`). A `v` and a package prefix do not matter unless a tag with the prefix asked for
 * is there. Prereleases serve only a request that names one, or when nothing else matches.
 *
 * @param asked the version as written; `latest` equals no version and is for the caller to see to (`isLatestTag`).
 * @param available tags in any order; `/` and `_` are the same in both.
 * @returns undefined when nothing matches.
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
  // Numbers that a tag leaves out are zero: 15.0 asks for the tag v15, but 15.1 does not.
  const numbersMatch = wanted.numbers.every((number, at) => number === (candidate.numbers[at] ?? 0))
  const isOpenBranch = candidate.numbers.slice(0, wanted.numbers.length).includes(Number.POSITIVE_INFINITY)
  const wildcardMatches =
    wanted.numbers.at(-1) === Number.POSITIVE_INFINITY &&
    wanted.numbers.slice(0, -1).every((number, at) => number === (candidate.numbers[at] ?? 0))
  if (!(numbersMatch && !isOpenBranch) && !wildcardMatches) return false
  return wanted.prerelease.every((mark, at) => mark === candidate.prerelease[at])
}

/** Tags of the package that was named, when there are any. */
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

/** Semantic-version order: no mark is the highest, numbers stand below words, more marks above fewer. */
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
