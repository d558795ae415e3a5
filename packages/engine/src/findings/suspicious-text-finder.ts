import { type Finding, FLAG_SCORE, MAX_SCORE } from "./finding.ts"
import { foldText, hasPlainLetters } from "./fold-text.ts"
import { FINDING_RULES } from "./rules/all-rules.ts"
import { FINDING_KINDS, type FindingRule } from "./rules/finding-rule.ts"
import { REQUIRED_WORDS } from "./rules/required-words-table.ts"
import { findRequiredWords, withoutBorders } from "./required-words.ts"
import { TextFilter, type WordList } from "./text-filter.ts"

/** Longer texts are searched only up to this length; no snippet comes near it. */
const MAX_CHARACTERS = 8_000

/** A rule, with what a text must contain before its expressions are tried. */
interface PreparedRule {
  readonly rule: FindingRule
  /** Words of the hints, including those that hints in the form of expressions require. */
  readonly hintWords: WordList
  /**
   * The rule's expressions; undefined until a text first contains a hint. Small libraries contain hints of few rules, and preparing all
   * rules takes about 20 ms in a new process.
   */
  patterns: readonly PreparedPattern[] | undefined
}

/** An expression of a rule, with its required words. */
interface PreparedPattern {
  readonly pattern: RegExp
  /** Every match contains at least one word of each list. */
  readonly words: readonly (readonly string[])[]
  readonly required: readonly WordList[]
  /** Compiling an expression takes up to 5 ms, so that the first text that it is tried on is searched for the words themselves. */
  isCompiled: boolean
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
    const searched = text.slice(0, MAX_CHARACTERS)
    const plain = this.#readPlain(searched) ? this.#possibleRules() : undefined
    // Most texts end here, before they are normalised.
    if (plain !== undefined && sumOfPoints(plain) < FLAG_SCORE) return undefined
    const folded = foldText(searched)
    const possible = plain ?? this.#possibleRulesOf(folded)
    let reachable = sumOfPoints(possible)
    let score = 0
    const matched: FindingRule[] = []
    for (const prepared of possible) {
      const { rule } = prepared
      if (score + reachable < FLAG_SCORE) return undefined
      reachable -= rule.points
      if (!this.#matches(prepared, folded)) continue
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
    const folded = foldText(text.slice(0, MAX_CHARACTERS))
    return this.#possibleRulesOf(folded)
      .filter((possible) => this.#matches(possible, folded))
      .map(({ rule }) => rule)
  }

  #prepare(rule: FindingRule): PreparedRule {
    // An expression without required words could match any text, which contains the empty word.
    const words = rule.hints.flatMap((hint) =>
      typeof hint === "string" ? [hint] : (findRequiredWords(hint)[0] ?? [""]),
    )
    return { rule, hintWords: this.#filter.addList(words), patterns: undefined }
  }

  #preparePatterns({ name, patterns }: FindingRule): readonly PreparedPattern[] {
    return patterns.map((pattern, at) => {
      const words = REQUIRED_WORDS[name]?.[at] ?? []
      return { pattern, words, required: words.map((list) => this.#filter.addList(list)), isCompiled: false }
    })
  }

  /** Reads a text into the filter. @returns false if it has to be normalised before. */
  #readPlain(text: string): boolean {
    return hasPlainLetters(text) && this.#filter.read(text)
  }

  #possibleRulesOf(folded: string): readonly PreparedRule[] {
    this.#filter.read(folded)
    return this.#possibleRules()
  }

  /** Returns the rules that could match the text in the filter, and some that cannot; most points first. */
  #possibleRules(): readonly PreparedRule[] {
    return this.#rules.filter(this.#isPossible)
  }

  readonly #isPossible = (prepared: PreparedRule): boolean => {
    if (!this.#filter.mayContainAny(prepared.hintWords)) return false
    prepared.patterns ??= this.#preparePatterns(prepared.rule)
    for (const pattern of prepared.patterns) if (this.#canMatch(pattern)) return true
    return false
  }

  #canMatch({ required }: PreparedPattern): boolean {
    for (const list of required) if (!this.#filter.mayContainAny(list)) return false
    return true
  }

  /** The hints are checked last, because the filter has found one of them already, though not for certain. */
  #matches({ rule, patterns = [] }: PreparedRule, folded: string): boolean {
    return patterns.some((prepared) => this.#canMatch(prepared) && isMatch(prepared, folded)) && isHinted(rule, folded)
  }
}

function isMatch(prepared: PreparedPattern, folded: string): boolean {
  prepared.isCompiled ||= prepared.words.every((list) => list.some((word) => folded.includes(withoutBorders(word))))
  return prepared.isCompiled && prepared.pattern.test(folded)
}

function sumOfPoints(rules: readonly PreparedRule[]): number {
  return rules.reduce((sum, { rule }) => sum + rule.points, 0)
}

function isHinted({ hints }: FindingRule, folded: string): boolean {
  return hints.some((hint) => (typeof hint === "string" ? folded.includes(hint) : hint.test(folded)))
}
