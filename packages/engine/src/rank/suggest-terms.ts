import type { IndexFile } from "../index/read/open-index.ts"
import { rankCandidates } from "./rank-candidates.ts"
import type { RankableIndex } from "./ranking-session.ts"

/** Words and headings of a library that are near to a question that it does not answer. */
export interface QuestionSuggestions {
  /** Most similar first. */
  readonly terms: readonly string[]
  /** Headings about these terms; without terms, the titles of the first pages. */
  readonly headings: readonly string[]
}

const MAX_TERMS = 5
const MAX_HEADINGS = 5
const SNIPPETS_OF_TERM = 2
/** Words of the question that are compared; each with thousands of terms. */
const MAX_WORDS = 8
const MIN_WORD_CHARACTERS = 3
/** Terms that are longer or shorter by more are not similar. */
const LENGTH_DIFFERENCE = 4
/** Minimum Dice coefficient of the pairs of letters of two similar words. */
const MIN_LIKENESS = 0.5

/** Finds similar terms and related headings in a library for a question that it does not answer. */
export function suggestFor(rankable: RankableIndex, query: string): QuestionSuggestions {
  const { index, session } = rankable
  const words = [...new Set(session.analyser.analyse(query).flatMap((run) => run.words))]
  const alike = words
    .filter((word) => word.length >= MIN_WORD_CHARACTERS && /^\p{L}+$/u.test(word))
    .slice(0, MAX_WORDS)
    .flatMap((word) => similarTerms(index, word))
    .toSorted((a, b) => b.likeness - a.likeness || (a.term < b.term ? -1 : 1))
  const terms = [...new Set(alike.map(({ term }) => term))].slice(0, MAX_TERMS)
  if (terms.length === 0) return { terms, headings: firstTitles(index) }
  const uses = terms.map((term) => usesOf(rankable, term))
  const headings = new Set([0, 1].flatMap((rank) => uses.flatMap((use) => use.headings.slice(rank, rank + 1))))
  return { terms: [...new Set(uses.map(({ word }) => word))], headings: [...headings].slice(0, MAX_HEADINGS) }
}

/** A term as the library writes it, and the headings of the snippets that are most about it. */
interface TermUse {
  readonly word: string
  readonly headings: readonly string[]
}

function usesOf(rankable: RankableIndex, term: string): TermUse {
  const { index, session } = rankable
  const snippets = rankCandidates(rankable, { query: term })
    .candidates.slice(0, SNIPPETS_OF_TERM)
    .map(({ snippet }) => index.indexedSnippet(snippet))
  const runs = snippets.flatMap(({ headingPath, content }) =>
    session.analyser.analyse(`${headingPath.at(-1)}\n${content}`),
  )
  const written = runs.find(({ whole, words }) => whole === undefined && words[0] === term)
  return {
    word: written?.surface ?? term,
    headings: snippets.map(({ headingPath }) => headingPath.slice(-2).join(" > ")),
  }
}

interface SimilarTerm {
  readonly term: string
  readonly likeness: number
}

function similarTerms(index: IndexFile, word: string): readonly SimilarTerm[] {
  const length = {
    min: Math.max(MIN_WORD_CHARACTERS, word.length - LENGTH_DIFFERENCE),
    max: word.length + LENGTH_DIFFERENCE,
  }
  const pairs = pairsOf(word)
  return index
    .spelling(word.slice(0, 1), length)
    .split("\n")
    .filter((term) => term !== "" && /^\p{L}+$/u.test(term))
    .map((term) => ({ term, likeness: likenessOf(pairs, pairsOf(term)) }))
    .filter(({ likeness }) => likeness >= MIN_LIKENESS)
}

function pairsOf(word: string): ReadonlySet<string> {
  const marked = `^${word}`
  return new Set(Array.from({ length: marked.length - 1 }, (_, at) => marked.slice(at, at + 2)))
}

function likenessOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0
  for (const pair of left) if (right.has(pair)) common++
  return (2 * common) / (left.size + right.size)
}

function firstTitles(index: IndexFile): readonly string[] {
  const { layout, meta } = index
  const titles = Array.from({ length: Math.min(meta.pages, MAX_HEADINGS) }, (_, page) => {
    const first = layout.firstSnippetOfSection[layout.firstSectionOfPage[page] ?? 0] ?? 0
    return index.snippet(first).pageTitle
  })
  return [...new Set(titles)].filter(Boolean)
}
