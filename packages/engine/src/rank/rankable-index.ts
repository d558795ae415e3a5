import type { IndexFile } from "../index/open-index.ts"
import type { LevelScorer } from "../kernel/score-levels.ts"

/** An open index file with the scorer that keeps what it computes between questions. */
export interface RankableIndex {
  readonly index: IndexFile
  readonly scorer: LevelScorer
}
