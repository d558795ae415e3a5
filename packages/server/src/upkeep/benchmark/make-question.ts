import type { BenchmarkQuestion } from "../../blobs/ingestion-report.ts"
import { FILLER_WORDS, type IndexedSnippet, type IndexFile, type RunTerms, type TextAnalyser } from "@lectern/engine"

/** A question made from one snippet. */
export type MadeQuestion = Pick<BenchmarkQuestion, "kind" | "question">

/** Words in fewer sections than this identify a section, and a user's question would not contain them. */
const MIN_SECTIONS = 3
/** Words in more than this share of the sections are too common. */
const MAX_SHARE = 0.3
/** Number of the rarest remaining words that are dropped, because they would find the snippet almost alone. */
const DROPPED_RAREST = 2
const MIN_WORDS = 3
const MAX_WORDS = 4
const MIN_ERROR_WORDS = 4
const MAX_ERROR_WORDS = 14
/** One in three snippets that show an error gets a question about the error. */
const ERROR_TURN = 3

const FENCE = /^\s*(?:`{3,}|~{3,}).*$/
/** An error as printed by programs: an error class, or a word such as `error` with a colon. */
const ERROR_TEXT =
  /(?:\b[A-Z]\w*(?:Error|Exception|Warning)\b|\b(?:error|fatal|warning|panic)(?:\[\w+\])?:|\bpanicked at\b).{12,}/
/** Parts that differ between machines: paths, addresses and numbers. */
const VARIABLE_PARTS = /\S*[/\\]\S*|\b0x[0-9a-f]+\b|\d+/gi
const SENTENCE_END = /(?<=[.!?:])\s+|\n\s*\n|\n(?=\s*[-*#|>])/
const MARKUP = /!?\[([^\]]*)\]\([^)]*\)|<[^>]{1,200}>|https?:\/\/\S+/g

/** An index, and the analyser that it was built with. */
interface AnalysableIndex {
  readonly index: IndexFile
  readonly analyser: TextAnalyser
}

/**
 * Makes a question from a snippet. If the snippet shows an error, the question is the error's words without numbers and
 * paths. Otherwise it is three or four words of a sentence, in order: no words of headings, no identifiers, no words
 * that occur in one or two sections only, and not the rarest of the remaining ones, so that no single word finds the
 * snippet.
 *
 * @param turn selects one of several sentences; the same turn makes the same question.
 * @returns undefined if the snippet has too few suitable words.
 */
export function makeQuestion(
  library: AnalysableIndex,
  snippet: IndexedSnippet,
  turn: number,
): MadeQuestion | undefined {
  const { prose, code } = partsOf(snippet.content)
  const error = turn % ERROR_TURN === 0 ? errorQuestion(code) : undefined
  if (error !== undefined) return { kind: "error", question: error }
  const sentences = prose.replaceAll(MARKUP, " $1 ").split(SENTENCE_END)
  const wordsOf = tellingWords(library, snippet.headingPath)
  for (let tried = 0; tried < sentences.length; tried++) {
    const words = wordsOf(sentences[(turn + tried) % sentences.length] ?? "")
    if (words !== undefined) return { kind: code === "" ? "prose" : "code", question: words.join(" ") }
  }
  return undefined
}

/** Splits Markdown into the text outside and inside fences. */
function partsOf(content: string): { readonly prose: string; readonly code: string } {
  const [prose, code]: [string[], string[]] = [[], []]
  let isCode = false
  for (const line of content.split("\n")) {
    if (FENCE.test(line)) isCode = !isCode
    else (isCode ? code : prose).push(line)
  }
  return { prose: prose.join("\n"), code: code.join("\n") }
}

function errorQuestion(code: string): string | undefined {
  const [error = ""] = ERROR_TEXT.exec(code) ?? []
  const words = error.replaceAll(VARIABLE_PARTS, " ").match(/[\p{L}_][\p{L}\p{N}_.'-]*/gu) ?? []
  return words.length < MIN_ERROR_WORDS ? undefined : words.slice(0, MAX_ERROR_WORDS).join(" ")
}

/** @returns a function that selects the words of a sentence that are neither too common nor too rare. */
function tellingWords({ index, analyser }: AnalysableIndex, headingPath: readonly string[]) {
  const inHeadings = new Set(headingPath.flatMap((heading) => analyser.findTerms(heading)))
  const maxSections = MAX_SHARE * index.meta.sections
  return (sentence: string): readonly string[] | undefined => {
    const found = new Map<string, { readonly surface: string; readonly sections: number }>()
    for (const run of analyser.analyse(sentence)) {
      const term = plainTerm(run)
      if (term === undefined || inHeadings.has(term) || found.has(term)) continue
      const sections = index.counts(term)?.sectionCount ?? 0
      if (sections >= MIN_SECTIONS && sections <= maxSections) found.set(term, { surface: run.surface, sections })
    }
    const byRarity = [...found].toSorted(([left, a], [right, b]) => a.sections - b.sections || (left < right ? -1 : 1))
    const chosen = new Set(byRarity.slice(DROPPED_RAREST, DROPPED_RAREST + MAX_WORDS).map(([term]) => term))
    if (chosen.size < MIN_WORDS) return undefined
    return [...found].filter(([term]) => chosen.has(term)).map(([, { surface }]) => surface)
  }
}

/** Returns the term of a word that is neither an identifier nor a filler word. */
function plainTerm({ words, whole, surface }: RunTerms): string | undefined {
  return whole === undefined && words.length === 1 && !FILLER_WORDS.has(surface) ? words[0] : undefined
}
