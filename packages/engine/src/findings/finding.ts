import type { FindingKind } from "./rules/finding-rule.ts"

/** Suspicious text in one snippet. */
export interface Finding {
  /** Kinds of the rules that matched, in the order of `FINDING_KINDS`. */
  readonly kinds: readonly FindingKind[]
  /** Names of the rules that matched, most points first. */
  readonly rules: readonly string[]
  /** The sum of the rules' points, from `FLAG_SCORE` to 100. */
  readonly score: number
}

/** Snippets with at least this score are flagged. */
export const FLAG_SCORE = 50

/** Maximum score of a text. */
export const MAX_SCORE = 100
