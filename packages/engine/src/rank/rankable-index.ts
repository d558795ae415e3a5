import type { IndexFile } from "../index/read/open-index.ts"
import type { LevelScorer } from "./score-snippets.ts"

/** An open index file with the scorer that keeps what it computes between questions. */
export interface RankableIndex {
  readonly index: IndexFile
  readonly scorer: LevelScorer
}
