// Written by eval/train-ranker.mjs from 286 questions to 15 libraries; eval/log.md says what was tried.

/** Weight of every signal of a candidate that is not a level's; those are in `LEVELS`. */
export const RANKING_WEIGHTS = {
  nearness: 0.15,
  opening: -0.1,
  code: 0.06,
  lead: 0.8,
  language: 0.1,
} as const
