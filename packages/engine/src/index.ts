// Documents to snippets.
export { fenceCode } from "./snippets/atoms.ts"
export { cutPage, MAX_SNIPPET_TOKENS, type PageOrigin } from "./snippets/cut-page.ts"
export { withoutCuts } from "./snippets/cut-marks.ts"
export { createPageDeduplicator, type PageDeduplicator } from "./snippets/deduplicate-pages.ts"
export { createHeadingSlugs } from "./snippets/heading-slugs.ts"
export { type LineAnchor } from "./snippets/line-anchor.ts"
export { measureSnippet } from "./snippets/measure-snippet.ts"
export { protectCode, protectLine, protectProse, protectUrl } from "./snippets/protect-frame.ts"
export { hashOfText, snippetText } from "./snippets/snippet-text.ts"
export { type Page, type PageSection, type Snippet } from "./snippets/snippet.ts"
export { countTokens } from "./snippets/tokens/count-tokens.ts"

// Suspicious text.
export { type Finding } from "./findings/finding.ts"
export { SuspiciousTextFinder } from "./findings/suspicious-text-finder.ts"

// Index files.
export { createIndexBuilder } from "./index/build/build-index.ts"
export { type PackageUse } from "./index/build/package-names.ts"
export { INDEX_RECIPE, type IndexBuilder, type IndexFindings, type IndexSummary } from "./index/build/index-builder.ts"
export { areNearDuplicates } from "./index/duplicates/sketch.ts"
export {
  type IndexedPage,
  type IndexedSnippet,
  type IndexFile,
  IndexUnreadable,
  openIndex,
  type StoredSnippet,
} from "./index/read/open-index.ts"
export { type RunTerms, TextAnalyser } from "./index/terms/analyse-text.ts"
export { STOP_WORDS } from "./index/terms/stop-words.ts"
export { addVectors } from "./index/vectors/add-vectors.ts"
export { keepNearest, nearestInBlock, type NearSnippet } from "./index/vectors/nearest-snippets.ts"
export { type QuantisedVector, quantiseQuestion } from "./index/vectors/vector-blocks.ts"

// Questions to ranked, packed answers.
export { answerPages } from "./rank/answer.ts"
export { answerQuestion, type Question } from "./rank/answer-question.ts"
export { inverseFrequency, LEVELS } from "./rank/bm25.ts"
export {
  comparableScore,
  type RankedCandidate,
  type Ranking,
  scoreSignals,
  SIGNAL_WEIGHTS,
} from "./rank/candidate-signals.ts"
export { FILLER_WORDS } from "./rank/question/filler-words.ts"
export { findUnknownWords } from "./rank/question/unknown-words.ts"
export { isOverviewQuestion, overviewCandidates } from "./rank/overview.ts"
export { type QuestionSuggestions, suggestFor } from "./rank/suggest-terms.ts"
export type { AnswerBlock, AnswerEnding, AnswerSnippet, ContextAnswer } from "./rank/answer.ts"
export { MAX_NAMED_SECTIONS } from "./rank/describe-omitted.ts"
export { packAnswer } from "./rank/pack-answer.ts"
export { MAX_CANDIDATES, rankCandidates, type RankingRequest } from "./rank/rank-candidates.ts"
export { type RankableIndex, RankingSession } from "./rank/ranking-session.ts"
export {
  codeEntryOf,
  infoEntryOf,
  readAnswerSnippets,
  renderContextJson,
  renderContextText,
  renderEnding,
  SEPARATOR,
  SEPARATOR_TOKENS,
  type ShownSnippet,
  withGeneratedText,
} from "./rank/render.ts"
export { createShownTexts, type ShownTexts } from "./rank/repeats/shown-texts.ts"
export { type AnswerLength } from "./rank/stop-rule.ts"
export { type QuestionEmbedding } from "./rank/semantic-matches.ts"
