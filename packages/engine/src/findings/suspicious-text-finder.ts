import { type Finding, FLAG_SCORE, MAX_SCORE } from "./finding.ts"
import { foldText } from "./fold-text.ts"
import { FINDING_RULES } from "./rules/all-rules.ts"
import { FINDING_KINDS, type FindingRule } from "./rules/finding-rule.ts"
import { TextFilter } from "./text-filter.ts"

/** Longer texts are searched up to here; no snippet is nearly as long. */
const MAX_CHARACTERS = 8_000

/** Most points first: rules that cannot lift a text to `FLAG_SCORE` any more, mostly weak and slow ones, are not tried. */
const RULES: readonly FindingRule[] = [...FINDING_RULES].sort((left, right) => right.points - left.points)

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
    const { folded, possible } = this.#read(text)
    let reachable = possible.reduce((sum, { points }) => sum + points, 0)
    let score = 0
    const matched: FindingRule[] = []
    for (const rule of possible) {
      if (score + reachable < FLAG_SCORE) return undefined
      reachable -= rule.points
      if (!matches(rule, folded)) continue
      score += rule.points
      matched.push(rule)
    }
    if (score < FLAG_SCORE) return undefined
    return {
      kinds: FINDING_KINDS.filter((kind) => matched.some((rule) => rule.kind === kind)),
      rules: matched.map(({ name }) => name),
      score: Math.min(MAX_SCORE, score),
    }
  }

  /** Returns all rules that match a text, also those that say too little by themselves; most points first. */
  match(text: string): readonly FindingRule[] {
    const { folded, possible } = this.#read(text)
    return possible.filter((rule) => matches(rule, folded))
  }

  /** Returns the text that rules search, and those rules of which it contains a hint. */
  #read(text: string): { readonly folded: string; readonly possible: readonly FindingRule[] } {
    const folded = foldText(text.slice(0, MAX_CHARACTERS))
    this.#filter.read(folded)
    const isHinted = (hint: string | RegExp) =>
      typeof hint === "string" ? this.#filter.contains(hint) : hint.test(folded)
    return { folded, possible: RULES.filter(({ hints }) => hints.some(isHinted)) }
  }
}

function matches({ patterns }: FindingRule, folded: string): boolean {
  return patterns.some((pattern) => pattern.test(folded))
}
