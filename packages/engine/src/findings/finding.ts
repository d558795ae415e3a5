import type { SnippetFinding } from "@lectern/contract"

/** Kinds of text that can harm the agent that reads it, or whoever runs what it proposes. */
export type FindingKind = SnippetFinding["kinds"][number]
export const FINDING_KINDS: readonly FindingKind[] = ["instruction", "exfiltration", "command"]

/** Suspicious text in one snippet. */
export interface Finding {
  /** Kinds of the rules that matched, in the order of `FINDING_KINDS`. */
  readonly kinds: readonly FindingKind[]
  /** Names of the rules that matched, most points first. */
  readonly rules: readonly string[]
  /** `FLAG_SCORE` to 100: the sum of the rules' points. */
  readonly score: number
}

/** A rule: what one form of attack looks like, and how much it says by itself. */
export interface FindingRule {
  readonly name: string
  readonly kind: FindingKind
  /** `FLAG_SCORE` or more: enough by itself. Less: only together with other rules. */
  readonly points: number
  /** The rule is tried only on texts that contain one of these, for speed. Lower case. */
  readonly hints: readonly string[]
  /** One match is enough. Texts are in lower case, without marks of Markdown (`fold-text.ts`). */
  readonly patterns: readonly RegExp[]
}

/** Snippets with at least this score are flagged. */
export const FLAG_SCORE = 50

/** The score of a text that cannot be more suspicious. */
export const MAX_SCORE = 100
