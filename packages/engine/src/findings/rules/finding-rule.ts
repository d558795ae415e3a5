import type { SnippetFinding } from "@lectern/contract"

/** Kinds of text that can harm the agent that reads it, or whoever runs what it proposes. */
export type FindingKind = SnippetFinding["kinds"][number]
export const FINDING_KINDS: readonly FindingKind[] = ["instruction", "exfiltration", "command"]

/** A rule: what one form of attack looks like, and how much it says by itself. */
export interface FindingRule {
  readonly name: string
  readonly kind: FindingKind
  /** 50 or more: enough by itself. Less: only together with other rules. */
  readonly points: number
  /** The rule is tried only on texts that contain one of these, for speed. Lower case; expressions for short words. */
  readonly hints: readonly (string | RegExp)[]
  /** One match is enough. Texts are in lower case, without marks of Markdown (`fold-text.ts`). */
  readonly patterns: readonly RegExp[]
}
