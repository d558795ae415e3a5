// Written by eval/train-ranker.mjs from 286 questions to 15 libraries; eval/log.md says what was tried.

/** Weights of the signals that `eval/train-ranker.mjs` chooses; those of the levels are in `bm25.ts`. */
export const TRAINED_WEIGHTS = {
  nearness: 0.15,
  opening: -0.1,
  code: 0.06,
  lead: 0.8,
  language: 0.1,
} as const
