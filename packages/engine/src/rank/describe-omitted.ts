import type { Layout } from "../index/format/layout.ts"
import type { IndexedSnippet } from "../index/read/open-index.ts"
import type { AnswerEnding } from "./answer.ts"
import type { RankedCandidate } from "./candidate-signals.ts"
import { scoreWithoutLead } from "./stop-rule.ts"

/** Omitted snippets are counted if they score at least this share of the best score. */
const MIN_OMITTED_SHARE = 0.33
/** The sections of omitted snippets are named if they score at least this share. */
const MIN_NAMED_SHARE = 0.6
/** Maximum number of sections that an answer names. More names would take the place of documentation. */
export const MAX_NAMED_SECTIONS = 3
/** A longer name is left out. */
const MAX_NAME_BYTES = 48
/** Most bytes of all names with the signs between them. A token has at least one byte, so these are also the most tokens. */
export const MAX_NAMES_BYTES = 100
const SIGN_BYTES = 2

/** An answer, and how to read the snippets that it leaves out. */
export interface PackedAnswer {
  readonly layout: Pick<Layout, "sectionOfSnippet">
  /** The snippets of the answer. */
  readonly taken: { has(snippet: number): boolean; keys(): Iterable<number> }
  /** Snippets that the answer leaves out because it contains their text. */
  readonly shownElsewhere: { has(snippet: number): boolean }
  read(snippet: number): Pick<IndexedSnippet, "headingPath" | "finding">
  /** False: no names. */
  readonly namesSections: boolean
}

/**
 * Describes the candidates that match well but are not part of an answer: how many there are, on how many pages, and the headings of the
 * best sections of which the answer shows nothing.
 *
 * @param candidates best first.
 */
export function describeOmitted(
  candidates: readonly RankedCandidate[],
  answer: PackedAnswer,
): Pick<AnswerEnding, "snippets" | "pages" | "sections"> {
  const bestScore = candidates[0] === undefined ? 0 : scoreWithoutLead(candidates[0])
  const pages = new Set<number>()
  const named: RankedCandidate[] = []
  let snippets = 0
  for (const candidate of candidates) {
    if (answer.taken.has(candidate.snippet)) continue
    const score = scoreWithoutLead(candidate)
    if (score < MIN_OMITTED_SHARE * bestScore) continue
    snippets++
    pages.add(candidate.page)
    if (score >= MIN_NAMED_SHARE * bestScore) named.push(candidate)
  }
  return { snippets, pages: pages.size, sections: answer.namesSections ? namesOf(named, answer) : [] }
}

function namesOf(omitted: readonly RankedCandidate[], answer: PackedAnswer): readonly string[] {
  const { layout, taken, shownElsewhere, read } = answer
  const shownSections = new Set<number | undefined>()
  // If another section interrupts a section, the rest is a section of its own under the same headings.
  const shownPaths = new Set<string>()
  for (const snippet of taken.keys()) {
    shownSections.add(layout.sectionOfSnippet[snippet])
    shownPaths.add(read(snippet).headingPath.join("\n"))
  }
  const names = new Set<string>()
  let bytes = 0
  for (const { snippet, section } of omitted) {
    if (names.size === MAX_NAMED_SECTIONS) break
    if (shownSections.has(section) || shownElsewhere.has(snippet)) continue
    shownSections.add(section)
    const { headingPath, finding } = read(snippet)
    // The suspicious text may be in a heading.
    if (finding !== undefined || shownPaths.has(headingPath.join("\n"))) continue
    const name = nameOf(headingPath)
    const nameBytes = Buffer.byteLength(name) + SIGN_BYTES
    if (name === "" || bytes + nameBytes > MAX_NAMES_BYTES) continue
    if (!names.has(name)) bytes += nameBytes
    names.add(name)
  }
  return [...names]
}

/**
 * Returns the last two headings of a section, because one alone, such as `Parameters`, often says too little. If they are too long, returns
 * the last one if it has several words; otherwise, and for entries with a type such as `width: int`, returns nothing.
 */
function nameOf(headingPath: readonly string[]): string {
  const heading = headingPath.at(-1) ?? ""
  if (/:(?:\s|$)/.test(heading)) return ""
  const name = headingPath.slice(-2).join(" > ")
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name
  return heading.includes(" ") && Buffer.byteLength(heading) <= MAX_NAME_BYTES ? heading : ""
}
