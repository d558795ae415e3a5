// Written by eval/train-ranker.mjs, which says from which questions; see eval/log.md for what was tried.

/** Weight of every signal of a candidate; the levels' are those of `LEVELS`. */
export const RANKING_WEIGHTS = {
  nearness: 0.1,
  opening: -0.1,
  code: 0.05,
  language: 0.1,
} as const
