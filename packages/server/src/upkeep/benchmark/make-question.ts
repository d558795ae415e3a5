import type { BenchmarkQuestion } from "../../blobs/ingestion-report.ts"
import { FILLER_WORDS, type IndexedSnippet, type IndexFile, type RunTerms, type TextAnalyser } from "@lectern/engine"

/** A question made from one snippet. */
export type MadeQuestion = Pick<BenchmarkQuestion, "kind" | "question">

/** Words that stand in fewer sections are a key to one of them: nobody who asks knows them. */
const MIN_SECTIONS = 3
/** Words that stand in more than this share of the sections say nothing. */
const MAX_SHARE = 0.3
/** Of what is left, the rarest word would find the snippet nearly alone. */
const DROPPED_RAREST = 2
const MIN_WORDS = 3
const MAX_WORDS = 4
const MIN_ERROR_WORDS = 4
const MAX_ERROR_WORDS = 14
/** Every third snippet that shows an error is asked by it. */
const ERROR_TURN = 3

const FENCE = /^\s*(?:`{3,}|~{3,}).*$/
/** An error as programs print it: its class, or the word for it with a colon. */
const ERROR_TEXT =
  /(?:\b[A-Z]\w*(?:Error|Exception|Warning)\b|\b(?:error|fatal|warning|panic)(?:\[\w+\])?:|\bpanicked at\b).{12,}/
/** What differs from one machine to the next: paths, addresses and numbers. */
const PARTICULARS = /\S*[/\\]\S*|\b0x[0-9a-f]+\b|\d+/gi
const SENTENCE_END = /(?<=[.!?:])\s+|\n\s*\n|\n(?=\s*[-*#|>])/
const MARKUP = /!?\[([^\]]*)\]\([^)]*\)|<[^>]{1,200}>|https?:\/\/\S+/g

/** An index, with what finds terms as the index does. */
interface AnalysableIndex {
  readonly index: IndexFile
  readonly analyser: TextAnalyser
}

/**
 * Makes a question from a snippet. From an error that it shows: the error's words without numbers and paths. Else from
 * one of its sentences: three or four words in their order, none of a heading above it, no identifier, none that stands
 * in a place or two only, and not the rarest of those that are left, so that no single word finds the snippet.
 *
 * @param turn chooses among several sentences; the same turn gives the same question.
 * @returns undefined when the snippet says too little.
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

/** Splits Markdown into what stands outside and inside of fences. */
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
  const words = error.replaceAll(PARTICULARS, " ").match(/[\p{L}_][\p{L}\p{N}_.'-]*/gu) ?? []
  return words.length < MIN_ERROR_WORDS ? undefined : words.slice(0, MAX_ERROR_WORDS).join(" ")
}

/** @returns a function that finds the words of a sentence which tell something and are no key to the place. */
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

/** The one term of a word that is neither an identifier nor a word of asking. */
function plainTerm({ words, whole, surface }: RunTerms): string | undefined {
  return whole === undefined && words.length === 1 && !FILLER_WORDS.has(surface) ? words[0] : undefined
}
