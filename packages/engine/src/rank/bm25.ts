import { CODE_WEIGHT, type Layout } from "../index/format/layout.ts"
import type { ScoringConstants } from "../kernel/scoring-kernel.ts"

/**
 * Constants of BM25F for the four levels that a snippet belongs to, explained and measured in DESIGN-search.md ("Evidence at four
 * levels"). `saturation` is BM25's k1, `normalisation` its b, and `weight` the share of the level in the score.
 */
export const LEVELS = {
  snippet: { saturation: 1.2, normalisation: 0.5, weight: 1 },
  section: { saturation: 2, normalisation: 0.75, weight: 0.6 },
  subtree: { saturation: 2, normalisation: 0.85, weight: 0.3 },
  page: { saturation: 3, normalisation: 0.85, weight: 1.8 },
} as const

/** How much a term in the section's heading, in a heading above it, in the title and in the path adds to its frequency. */
const HEADING = { own: 3.5, ownCap: 2, ancestor: 2, title: 1, path: 1, saturation: 1, normalisation: 0.3 } as const
/** A term of the title or path counts as this many occurrences on the page. */
const TITLE_WEIGHT = 2

/** Frequencies are counted in tenths of an occurrence in prose: whole numbers, which add up without rounding. */
const TENTHS = 10

/** Returns the inverse document frequency of BM25 (Robertson, Zaragoza 2009), in the form that is never negative. */
export function inverseFrequency(total: number, holding: number): number {
  return Math.log(1 + (total - holding + 0.5) / (holding + 0.5))
}

/** Returns the constants of the formula for one index, with those that depend on the lengths of its texts. */
export function scoringConstants(layout: Layout): ScoringConstants {
  const snippet = halfPoint(layout.snippetLength, LEVELS.snippet)
  const section = halfPoint(layout.sectionLength, LEVELS.section)
  const subtree = halfPoint(layout.subtreeLength, LEVELS.subtree)
  const page = halfPoint(layout.pageLength, LEVELS.page)
  // With a saturation of 1, this is the length normalisation itself, in tenths.
  const heading = halfPoint(layout.headingLength, HEADING)
  return {
    snippetConstant: snippet.constant,
    snippetSlope: snippet.slope,
    sectionConstant: section.constant,
    sectionSlope: section.slope,
    subtreeConstant: subtree.constant,
    subtreeSlope: subtree.slope,
    pageConstant: page.constant,
    pageSlope: page.slope,
    headingConstant: heading.constant,
    headingSlope: heading.slope,
    snippetSaturation: LEVELS.snippet.saturation,
    snippetWeight: LEVELS.snippet.weight,
    sectionWeight: LEVELS.section.weight,
    subtreeWeight: LEVELS.subtree.weight,
    pageWeight: LEVELS.page.weight,
    ownHeading: TENTHS * HEADING.own,
    ownHeadingCap: HEADING.ownCap,
    ancestorHeading: HEADING.ancestor,
    titleHeading: HEADING.title,
    pathHeading: HEADING.path,
    proseTenths: TENTHS,
    codeTenths: Math.round(TENTHS * CODE_WEIGHT),
    titleTenths: TENTHS * TITLE_WEIGHT,
  }
}

/**
 * Saturation of one level's frequencies, normalised by length: `f / (k + f)` with `f = raw / norm` equals `raw / (k norm + raw)`,
 * which saves a division. `k norm`, the frequency that gives half of the possible score, is `constant + slope * length`, in tenths.
 */
function halfPoint(
  lengths: Float32Array,
  { saturation, normalisation }: { readonly saturation: number; readonly normalisation: number },
) {
  return {
    constant: TENTHS * saturation * (1 - normalisation),
    slope: (TENTHS * saturation * normalisation) / mean(lengths),
  }
}

function mean(lengths: Float32Array): number {
  let sum = 0
  for (const length of lengths) {
    sum += length
  }
  return lengths.length === 0 || sum === 0 ? 1 : sum / lengths.length
}
