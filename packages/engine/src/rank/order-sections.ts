import type { SectionGroup } from "./arrange-snippets.ts"
import { contains } from "./subsection-names.ts"

/**
 * The sections of a block up to this length are shown in the order of the page. In a longer block, the best section comes first: with up to
 * 1,000 tokens in page order, readers would find half of the answers only after 289 tokens instead of 170 (eval/log.md).
 */
const MAX_ORDERED_TOKENS = 400
/** In a longer block, at most this much text precedes the best section of those that belong together. */
const MAX_PRECEDING_TOKENS = 100

/**
 * Orders the sections of a block. Those of a short block are in the order of the page. In a longer one, sections that directly follow each
 * other on the page, or that contain the next one, belong together: they are in the order of the page, and the best of them decides the
 * place of all. What precedes that one is placed by itself if it is long.
 */
export function orderSections(block: readonly SectionGroup[]): readonly SectionGroup[] {
  const ordered = block.toSorted((one, other) => one.first.section - other.first.section)
  if (tokensOf(block) <= MAX_ORDERED_TOKENS) return ordered
  const clusters = clustersOf(ordered).flatMap(splitBeforeBest)
  return clusters.toSorted((one, other) => bestScoreOf(other) - bestScoreOf(one)).flat()
}

/** @param ordered in the order of the page. */
function clustersOf(ordered: readonly SectionGroup[]): readonly (readonly SectionGroup[])[] {
  const clusters: SectionGroup[][] = []
  for (const group of ordered) {
    const cluster = clusters.at(-1)
    const previous = cluster?.at(-1)?.first
    const belongs =
      previous !== undefined && (group.first.section === previous.section + 1 || contains(previous, group.first))
    if (belongs) cluster?.push(group)
    else clusters.push([group])
  }
  return clusters
}

/** Splits off what precedes the best section, except for its last sections if they are short. */
function splitBeforeBest(cluster: readonly SectionGroup[]): readonly (readonly SectionGroup[])[] {
  const best = bestScoreOf(cluster)
  const bestAt = cluster.findIndex(({ bestScore }) => bestScore === best)
  let from = bestAt
  while (from > 0 && tokensOf(cluster.slice(from - 1, bestAt)) <= MAX_PRECEDING_TOKENS) from--
  return from === 0 ? [cluster] : [cluster.slice(0, from), cluster.slice(from)]
}

function bestScoreOf(groups: readonly SectionGroup[]): number {
  return Math.max(...groups.map(({ bestScore }) => bestScore))
}

function tokensOf(groups: readonly SectionGroup[]): number {
  let tokens = 0
  for (const { runs } of groups) for (const run of runs) for (const { contentTokens } of run) tokens += contentTokens
  return tokens
}
