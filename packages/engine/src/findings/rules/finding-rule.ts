import type { SnippetFinding } from "@lectern/contract"

/** Kinds of text that can harm the agent that reads it, or the person who runs what it suggests. */
export type FindingKind = SnippetFinding["kinds"][number]
/** All kinds, in the order in which findings list them. */
export const FINDING_KINDS: readonly FindingKind[] = ["instruction", "exfiltration", "command"]

/** A rule for one form of attack, and how strong its evidence is. */
export interface FindingRule {
  readonly name: string
  readonly kind: FindingKind
  /** At least 50: flags a text by itself. Less: only together with other rules. */
  readonly points: number
  /** For speed, the rule is tried only on texts that contain one of these, in lower case. Short words are given as expressions. */
  readonly hints: readonly (string | RegExp)[]
  /** The rule matches if one of these does. Texts are in lower case without Markdown marks (`fold-text.ts`). */
  readonly patterns: readonly RegExp[]
}
