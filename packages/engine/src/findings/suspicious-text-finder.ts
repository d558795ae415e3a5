import { type Finding, FLAG_SCORE, MAX_SCORE } from "./finding.ts"
import { foldText } from "./fold-text.ts"
import { FINDING_RULES } from "./rules/all-rules.ts"
import { FINDING_KINDS, type FindingRule } from "./rules/finding-rule.ts"
import { findRequiredWords } from "./required-words.ts"
import { TextFilter, type WordList } from "./text-filter.ts"

/** Longer texts are searched up to here; no snippet is nearly as long. */
const MAX_CHARACTERS = 8_000

/**
 * Deriving the required words of an expression takes as long as compiling it, which its first tries do, and after that, trying it
 * takes a tenth of the time. Small libraries do without.
 */
const TRIES_BEFORE_DERIVING = 20

/** A rule, and what a text has to contain before its expressions are tried. */
interface PreparedRule {
  readonly rule: FindingRule
  readonly hintWords: WordList
  readonly hintExpressions: readonly RegExp[]
  readonly patterns: readonly PreparedPattern[]
}

/** An expression of a rule. */
interface PreparedPattern {
  readonly pattern: RegExp
  /** How often it could match, up to `TRIES_BEFORE_DERIVING`. */
  tries: number
  /** Every match contains a word of each list. */
  required: readonly WordList[]
}

/** A rule that can match a text, with those of its expressions that can. */
interface PossibleRule {
  readonly rule: FindingRule
  readonly patterns: readonly PreparedPattern[]
}

/** Searches texts with all rules; one search at a time. */
export class SuspiciousTextFinder {
  readonly #filter = new TextFilter()
  /** Most points first: rules that cannot lift a text to `FLAG_SCORE` any more, mostly weak and slow ones, are not tried. */
  readonly #rules: readonly PreparedRule[] = FINDING_RULES.map((rule) => this.#prepare(rule)).sort(
    (left, right) => right.rule.points - left.rule.points,
  )

  /**
   * Finds text that attacks the agent that reads it: instructions that are addressed to an agent, commands and prose that
   * carry secrets away, and commands that harm the machine.
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

  /** Returns all rules that match a text, also those that say too little by themselves; most points first. */
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

  /** Returns the text that rules search, and those rules that can match it. */
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
