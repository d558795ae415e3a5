import type { IndexedSnippet } from "../index/read/open-index.ts"
import { contains } from "./leads/section-path.ts"

/**
 * The sections of a block up to this length are shown in the order of the page. In a longer block, the best section comes first: with up to
 * 1,000 tokens in page order, readers would find half of the answers only after 289 tokens instead of 170 (eval/log.md).
 */
const MAX_ORDERED_TOKENS = 400
/** In a longer block, at most this much text of a group precedes its best section. */
const MAX_PRECEDING_TOKENS = 100
/** The same for numbered steps, which are hard to follow in another order. */
const MAX_PRECEDING_STEPS_TOKENS = 400
/** A section up to this length precedes the first of its subsections; less text if that is the best section of the block. */
const MAX_PARENT_TOKENS = 400
const MAX_PARENT_BEFORE_BEST_TOKENS = 80
/** A heading of a numbered step: `2. Feed the koi`, `Step 2: Feed the koi`. */
const STEP = /^(?:step\s{1,3}\d{1,2}\b|\d{1,2}[.):]\s)/i

/** The snippets of one section that an answer shows. */
interface ShownSection {
  readonly first: Pick<IndexedSnippet, "section" | "headingPath">
  readonly bestScore: number
  readonly runs: readonly (readonly Pick<IndexedSnippet, "contentTokens">[])[]
}

/**
 * Orders the sections of a block. Those of a short block are in the order of the page. In a longer one, these sections form a group: sections
 * that directly follow each other on the page, a section and the next one that it contains, and numbered steps. Each group is in the order of
 * the page, and its best section decides its place. Text before that section becomes a group of its own if it is long. A short section is
 * shown before all its subsections.
 */
export function orderSections<Section extends ShownSection>(block: readonly Section[]): readonly Section[] {
  const ordered = block.toSorted((one, other) => one.first.section - other.first.section)
  if (tokensOf(block) <= MAX_ORDERED_TOKENS) return ordered
  const groups = groupsOf(ordered).flatMap((group) => splitBeforeBest(group))
  return parentsFirst(groups.toSorted((one, other) => bestScoreOf(other) - bestScoreOf(one)).flat())
}

/** Moves each short section before the first of its subsections. */
function parentsFirst<Section extends ShownSection>(sections: readonly Section[]): readonly Section[] {
  const [best] = sections
  const moved = [...sections]
  // From the end of the page on: a section may itself be moved before one that it contains.
  for (const section of sections.toSorted((one, other) => other.first.section - one.first.section)) {
    const from = moved.indexOf(section)
    const to = moved.findIndex(({ first }) => contains(section.first, first))
    const isBeforeBest = moved.findIndex((other) => other === best) >= to
    const maxTokens = isBeforeBest ? MAX_PARENT_BEFORE_BEST_TOKENS : MAX_PARENT_TOKENS
    if (to === -1 || to > from || tokensOf([section]) > maxTokens) continue
    moved.splice(from, 1)
    moved.splice(to, 0, section)
  }
  return moved
}

/** @param ordered in the order of the page. */
function groupsOf<Section extends ShownSection>(ordered: readonly Section[]): readonly (readonly Section[])[] {
  const groups: Section[][] = []
  for (const section of ordered) {
    const steps = groups.find((group) => group.some(({ first }) => areSteps(first, section.first)))
    const group = steps ?? groups.at(-1)
    const previous = group?.at(-1)?.first
    const follows =
      previous !== undefined && (section.first.section === previous.section + 1 || contains(previous, section.first))
    if (follows || steps !== undefined) group?.push(section)
    else groups.push([section])
  }
  return groups
}

/** Splits off what precedes the best section, except for its last sections if they are short. */
function splitBeforeBest<Section extends ShownSection>(group: readonly Section[]): readonly (readonly Section[])[] {
  const best = bestScoreOf(group)
  const bestAt = group.findIndex(({ bestScore }) => bestScore === best)
  let from = bestAt
  while (from > 0 && tokensOf(group.slice(from - 1, bestAt)) <= maxPrecedingTokens(group, bestAt)) from--
  return from === 0 ? [group] : [group.slice(0, from), group.slice(from)]
}

function maxPrecedingTokens(group: readonly ShownSection[], bestAt: number): number {
  const best = group[bestAt]?.first
  const isStep = best !== undefined && group.slice(0, bestAt).some(({ first }) => areSteps(first, best))
  return isStep ? MAX_PRECEDING_STEPS_TOKENS : MAX_PRECEDING_TOKENS
}

/** Returns true for two numbered steps of the same section. */
function areSteps({ headingPath: one }: ShownSection["first"], { headingPath: other }: ShownSection["first"]): boolean {
  const isStep = STEP.test(one.at(-1) ?? "") && STEP.test(other.at(-1) ?? "")
  return isStep && one.length === other.length && one.slice(0, -1).every((heading, at) => heading === other[at])
}

function bestScoreOf(sections: readonly ShownSection[]): number {
  return Math.max(...sections.map(({ bestScore }) => bestScore))
}

function tokensOf(sections: readonly ShownSection[]): number {
  let tokens = 0
  for (const { runs } of sections) for (const run of runs) for (const { contentTokens } of run) tokens += contentTokens
  return tokens
}
