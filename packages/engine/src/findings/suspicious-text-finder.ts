import { type Finding, FLAG_SCORE, MAX_SCORE } from "./finding.ts"
import { foldText } from "./fold-text.ts"
import { FINDING_RULES } from "./rules/all-rules.ts"
import { FINDING_KINDS, type FindingRule } from "./rules/finding-rule.ts"
import { findRequiredWords } from "./required-words.ts"
import { TextFilter, type WordList } from "./text-filter.ts"

/** Longer texts are searched only up to this length; no snippet comes near it. */
const MAX_CHARACTERS = 8_000

/**
 * Tries before the required words of an expression are derived. Deriving takes as long as compiling the expression, which its first try
 * does, and each later try then takes a tenth of the time. Small libraries never get there.
 */
const TRIES_BEFORE_DERIVING = 20

/** A rule, with what a text must contain before its expressions are tried. */
interface PreparedRule {
  readonly rule: FindingRule
  readonly hintWords: WordList
  readonly hintExpressions: readonly RegExp[]
  readonly patterns: readonly PreparedPattern[]
}

/** An expression of a rule, with its required words. */
interface PreparedPattern {
  readonly pattern: RegExp
  /** Number of tries so far, up to `TRIES_BEFORE_DERIVING`. */
  tries: number
  /** Every match contains at least one word of each list. */
  required: readonly WordList[]
}

/** A rule that could match a text, with the expressions that could. */
interface PossibleRule {
  readonly rule: FindingRule
  readonly patterns: readonly PreparedPattern[]
}

/** Searches texts with all rules, one text at a time. */
export class SuspiciousTextFinder {
  readonly #filter = new TextFilter()
  /**
   * Most points first. Once the remaining rules can no longer raise a text to `FLAG_SCORE`, they are not tried; these are mostly weak, slow
   * ones.
   */
  readonly #rules: readonly PreparedRule[] = FINDING_RULES.map((rule) => this.#prepare(rule)).sort(
    (left, right) => right.rule.points - left.rule.points,
  )

  /**
   * Finds text that attacks the agent that reads it: instructions to the agent, commands and prose that send secrets away, and commands
   * that damage the machine.
   *
   * @returns undefined below `FLAG_SCORE`. Time grows with the length of the text.
   */
  find(text: string): Finding | undefined {
    const { folded, possible } = this.#read(text)
    let reachable = possible.reduce((sum, { rule }) => sum + rule.points, 0)
    let score = 0
    const matched: FindingRule[] = []
    for (const { rule, patterns } of possible) {
      if (score + reachable < FLAG_SCORE) return undefined
      reachable -= rule.points
      if (!matches(patterns, folded)) continue
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

  /** Returns all rules that match a text, including those that are too weak by themselves; most points first. */
  match(text: string): readonly FindingRule[] {
    const { folded, possible } = this.#read(text)
    return possible.filter(({ patterns }) => matches(patterns, folded)).map(({ rule }) => rule)
  }

  #prepare(rule: FindingRule): PreparedRule {
    return {
      rule,
      hintWords: this.#filter.addList(rule.hints.filter((hint) => typeof hint === "string")),
      hintExpressions: rule.hints.filter((hint) => typeof hint !== "string"),
      patterns: rule.patterns.map((pattern) => ({
        pattern,
        tries: 0,
        required: [],
      })),
    }
  }

  /** Returns the normalised text and the rules that could match it. */
  #read(text: string): { readonly folded: string; readonly possible: readonly PossibleRule[] } {
    const folded = foldText(text.slice(0, MAX_CHARACTERS))
    this.#filter.read(folded)
    const possible: PossibleRule[] = []
    for (const prepared of this.#rules) {
      if (!this.#isHinted(prepared, folded)) continue
      const patterns = prepared.patterns.filter(this.#canMatch)
      if (patterns.length > 0) possible.push({ rule: prepared.rule, patterns })
    }
    return { folded, possible }
  }

  readonly #canMatch = (prepared: PreparedPattern): boolean => {
    if (prepared.tries < TRIES_BEFORE_DERIVING && ++prepared.tries === TRIES_BEFORE_DERIVING) {
      prepared.required = findRequiredWords(prepared.pattern).map((words) => this.#filter.addList(words))
    }
    for (const list of prepared.required) if (!this.#filter.containsAny(list)) return false
    return true
  }

  #isHinted({ hintWords, hintExpressions }: PreparedRule, folded: string): boolean {
    return this.#filter.containsAny(hintWords) || hintExpressions.some((expression) => expression.test(folded))
  }
}

function matches(patterns: readonly PreparedPattern[], folded: string): boolean {
  return patterns.some(({ pattern }) => pattern.test(folded))
}
