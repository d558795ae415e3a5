import type { EvalQuestion } from "./parse-questions.ts"

/** Token budgets; a complete answer within a budget is a hit. */
export const BUDGETS = [1_000, 2_000, 5_000] as const
/** Token budget for wins, losses and misses. */
export const PAIRED_BUDGET = 2_000

/** A question with the number of tokens up to its complete answer; null if the answer is incomplete. */
export interface Measured extends EvalQuestion {
  readonly tokens: number | null
}

/** Figures for a set of questions; shares are percentages. */
export interface Figures {
  readonly questions: number
  readonly hit1000: number
  readonly hit2000: number
  readonly hit5000: number
  /** Null if half of the questions are not answered. */
  readonly medianTokens: number | null
}

const isWithin = (budget: number) => (measured: Measured) => measured.tokens !== null && measured.tokens <= budget

/** Computes the figures of one or more questions. */
export function figuresOf(measured: readonly Measured[]): Figures {
  const share = (budget: number) =>
    Math.round((1_000 * measured.filter(isWithin(budget)).length) / measured.length) / 10
  const sorted = measured.map(({ tokens }) => tokens ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b)
  const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.POSITIVE_INFINITY
  const [hit1000, hit2000, hit5000] = [share(BUDGETS[0]), share(BUDGETS[1]), share(BUDGETS[2])]
  const medianTokens = Number.isFinite(median) ? median : null
  return { questions: measured.length, hit1000, hit2000, hit5000, medianTokens }
}

/** Computes the figures per kind of question, ordered by name. */
export function figuresByKind(measured: readonly Measured[]): ReadonlyMap<string, Figures> {
  const kinds = [...new Set(measured.map(({ kind }) => kind))].toSorted((a, b) => (a < b ? -1 : 1))
  return new Map(kinds.map((kind) => [kind, figuresOf(measured.filter((question) => question.kind === kind))]))
}

/** Returns the questions that are not answered within the paired budget. */
export function missesOf(measured: readonly Measured[]): readonly Measured[] {
  return measured.filter((question) => !isWithin(PAIRED_BUDGET)(question))
}

/**
 * Compares two measurements of the same questions.
 *
 * @returns ids that only `ours` answers within the paired budget, and ids that only `theirs` answers, in question order.
 */
export function pairMeasured(
  ours: readonly Measured[],
  theirs: readonly Measured[],
): { readonly won: readonly string[]; readonly lost: readonly string[] } {
  const [ourMisses, theirMisses] = [ours, theirs].map((list) => new Set(missesOf(list).map(({ id }) => id)))
  const only = (has: ReadonlySet<string> | undefined, lacks: ReadonlySet<string> | undefined) =>
    ours.map(({ id }) => id).filter((id) => has?.has(id) === false && lacks?.has(id) === true)
  return { won: only(ourMisses, theirMisses), lost: only(theirMisses, ourMisses) }
}
