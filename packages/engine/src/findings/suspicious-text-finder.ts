import { type Finding, FINDING_KINDS, type FindingRule, FLAG_SCORE, MAX_SCORE } from "./finding.ts"
import { foldText } from "./fold-text.ts"
import { TextFilter } from "./text-filter.ts"
import { COMMAND_RULES } from "./rules/command-rules.ts"
import { CONCEALMENT_RULES } from "./rules/concealment-rules.ts"
import { EXFILTRATION_RULES } from "./rules/exfiltration-rules.ts"
import { INSTRUCTION_RULES } from "./rules/instruction-rules.ts"

/** All rules. */
export const FINDING_RULES = [
  ...INSTRUCTION_RULES,
  ...CONCEALMENT_RULES,
  ...EXFILTRATION_RULES,
  ...COMMAND_RULES,
] as const

export type FindingRuleName = (typeof FINDING_RULES)[number]["name"]

/** Longer texts are searched up to here; no snippet is nearly as long. */
const MAX_CHARACTERS = 8_000

/** Searches texts with all rules; one search at a time. */
export class SuspiciousTextFinder {
  readonly #filter = new TextFilter()

  /**
   * Finds text that attacks the agent that reads it: instructions that are addressed to an agent, commands and prose that
   * carry secrets away, and commands that harm the machine.
   *
   * @returns undefined below `FLAG_SCORE`. Time grows with the length of the text.
   */
  find(text: string): Finding | undefined {
    const matched = this.match(text)
    const score = matched.reduce((sum, { points }) => sum + points, 0)
    if (score < FLAG_SCORE) return undefined
    return {
      kinds: FINDING_KINDS.filter((kind) => matched.some((rule) => rule.kind === kind)),
      rules: matched.toSorted((left, right) => right.points - left.points).map(({ name }) => name),
      score: Math.min(MAX_SCORE, score),
    }
  }

  /** Returns all rules that match a text, also those that say too little by themselves. */
  match(text: string): readonly FindingRule[] {
    const folded = foldText(text.slice(0, MAX_CHARACTERS))
    this.#filter.read(folded)
    return (FINDING_RULES as readonly FindingRule[]).filter(
      ({ hints, patterns }) =>
        hints.some((hint) => this.#filter.contains(hint)) && patterns.some((pattern) => pattern.test(folded)),
    )
  }
}
