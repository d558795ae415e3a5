export { addVectors } from "./index/add-vectors.ts"
export { analyseText, type RunTerms } from "./index/analyse-text.ts"
export { createIndexBuilder } from "./index/build-index.ts"
export { findTerms } from "./index/find-terms.ts"
export { INDEX_RECIPE, type IndexBuilder, type IndexSummary } from "./index/index-file.ts"
export { keepNearest, nearestInBlock, type NearSnippet } from "./index/nearest-snippets.ts"
export { type IndexFile, openIndex, type Passage, type StoredSnippet } from "./index/open-index.ts"
export { areTwins } from "./index/sketch.ts"
export { STOP_WORDS } from "./index/stop-words.ts"
export { hashOfText, textOfPassage } from "./index/text-of-passage.ts"
export { type QuantisedVector, quantiseQuestion } from "./index/vector-blocks.ts"
export { inverseFrequency, LEVELS, LevelScorer } from "./kernel/score-levels.ts"
export { answerContext } from "./rank/answer-context.ts"
export { comparableScore, type RankedCandidate, SIGNAL_WEIGHTS, weigh } from "./rank/candidate-signals.ts"
export { FILLER_WORDS } from "./rank/filler-words.ts"
export { type AskedMeaning } from "./rank/meaning.ts"
export { type AnswerBlock, type ContextAnswer, noTexts, packAnswer, type ShownTexts } from "./rank/pack-answer.ts"
export { type Asking, rankCandidates } from "./rank/rank-candidates.ts"
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
export { createPageSieve, type PageSieve } from "./snippets/page-sieve.ts"
export { type Page, type PageSection, type Snippet } from "./snippets/snippet.ts"
