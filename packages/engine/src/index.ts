export { addVectors } from "./index/vectors/add-vectors.ts"
export { analyseText, type RunTerms } from "./index/terms/analyse-text.ts"
export { createIndexBuilder } from "./index/build/build-index.ts"
export { findTerms } from "./index/terms/find-terms.ts"
export { INDEX_RECIPE, type IndexBuilder, type IndexSummary } from "./index/build/index-builder.ts"
export { keepNearest, nearestInBlock, type NearSnippet } from "./index/vectors/nearest-snippets.ts"
export { type IndexFile, openIndex, type Passage, type StoredSnippet } from "./index/read/open-index.ts"
export { areTwins } from "./index/duplicates/sketch.ts"
export { STOP_WORDS } from "./index/terms/stop-words.ts"
export { hashOfText, textOfPassage } from "./snippets/snippet-text.ts"
export { type QuantisedVector, quantiseQuestion } from "./index/vectors/vector-blocks.ts"
export { inverseFrequency, LEVELS } from "./rank/bm25.ts"
export { LevelScorer } from "./rank/score-snippets.ts"
export { answerContext } from "./rank/answer-context.ts"
export { comparableScore, type RankedCandidate, SIGNAL_WEIGHTS, weigh } from "./rank/candidate-signals.ts"
export { FILLER_WORDS } from "./rank/filler-words.ts"
export { type AskedMeaning } from "./rank/semantic-matches.ts"
export { type AnswerBlock, type ContextAnswer, noTexts, packAnswer, type ShownTexts } from "./rank/pack-answer.ts"
export { type Asking, MAX_CANDIDATES, rankCandidates } from "./rank/rank-candidates.ts"
export { type RankableIndex } from "./rank/rankable-index.ts"
export {
  codeEntryOf,
  infoEntryOf,
  renderContextJson,
  renderContextText,
  SEPARATOR,
  SEPARATOR_TOKENS,
  type ShownSnippet,
  withWritten,
} from "./rank/render.ts"
export { fenceCode } from "./snippets/atoms.ts"
export { cutPage, MAX_SNIPPET_TOKENS, type PageOrigin } from "./snippets/cut-page.ts"
export { type LineAnchor } from "./snippets/line-anchor.ts"
export { measureSnippet } from "./snippets/measure-snippet.ts"
export { createPageSieve, type PageSieve } from "./snippets/deduplicate-pages.ts"
export { type Page, type PageSection, type Snippet } from "./snippets/snippet.ts"
