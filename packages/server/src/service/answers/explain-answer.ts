import { type AnswerExplanation, countOf, type ExplainedLibrary, type ExplainedSnippet } from "@lectern/contract"
import { authorize } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { InvalidInput } from "../../base/errors.ts"
import {
  type AnswerEnding,
  type ContextAnswer,
  type IndexedSnippet,
  type RankedCandidate,
  SIGNAL_WEIGHTS,
} from "@lectern/engine"
import type { QueriedLibrary, ChosenLibrary } from "../../resolve/combined/choose-libraries.ts"
import { type CombinedAnswer, inOneOrder } from "../../resolve/combined/pack-combined.ts"
import type { DirectoryHit } from "../../resolve/directory/library-directory.ts"
import { describeOutcome, type ModelOutcome } from "./model-ranking/model-outcome.ts"
import type { ServedLibrary } from "../../resolve/combined/served-libraries.ts"
import type { AnswerServices } from "./answer-services.ts"

/**
 * Returns true if the answer should be explained.
 *
 * @throws {Forbidden} {InvalidApiKey} unless an admin requests it. {InvalidInput} if the answer is text.
 */
export function wantsExplanation(
  context: AnswerServices,
  caller: Caller,
  { explain, type }: { readonly explain?: "1" | undefined; readonly type?: "txt" | "json" },
): boolean {
  if (explain === undefined) return false
  authorize(context, caller, "explainAnswer")
  if (type === "txt") throw new InvalidInput("explain requires type=json: text answers contain only documentation")
  return true
}

function explainSnippet(
  libraryId: string,
  snippet: IndexedSnippet,
  candidates: ReadonlyMap<number, RankedCandidate>,
): ExplainedSnippet {
  const candidate = candidates.get(snippet.id)
  return {
    libraryId,
    url: snippet.url,
    heading: snippet.headingPath.join(" > "),
    score: candidate?.score ?? 0,
    signals: { ...candidate?.signals },
  }
}

const bySnippet = (candidates: readonly RankedCandidate[]) =>
  new Map(candidates.map((candidate) => [candidate.snippet, candidate]))

/** The data that explains an answer of one library. */
export interface ContextParts {
  readonly libraryId: string
  readonly version: string
  readonly answer: ContextAnswer
  readonly candidates: readonly RankedCandidate[]
  readonly outcome: ModelOutcome
}

/** Explains the answer of one library. */
export function explainContext(parts: ContextParts): AnswerExplanation {
  const { libraryId, version, answer, candidates, outcome } = parts
  const known = bySnippet(candidates)
  return {
    libraries: [{ libraryId, isChosen: true, reason: "named in the request", version, scores: {} }],
    weights: { ...SIGNAL_WEIGHTS },
    snippets: answer.blocks.flatMap(({ snippets }) =>
      snippets.map((snippet) => explainSnippet(libraryId, snippet, known)),
    ),
    ending: describeEnding(answer.ending),
    ...modelsOf(outcome),
  }
}

function describeEnding({ reason, nextWorth = 0, requiredWorth = 0, snippets, pages }: AnswerEnding): string {
  const omitted = `${countOf(snippets, "omitted snippet")} on ${countOf(pages, "page")} with at least a third of the best score`
  if (reason === "complete") return "nothing else matches"
  if (reason === "bounds") return `no further snippet fits; ${omitted}`
  return `the best omitted snippet is worth ${nextWorth.toFixed(2)} (its share of the best score, missing words and a new page), less than the ${requiredWorth.toFixed(2)} required at this length; ${omitted}`
}

/** The data that explains an answer of several libraries. */
export interface CombinedParts {
  readonly served: readonly ServedLibrary[]
  readonly queried: readonly QueriedLibrary[]
  readonly chosen: readonly ChosenLibrary[]
  readonly answer: CombinedAnswer
  readonly outcome: ModelOutcome
}

/** Explains the answer of several libraries, including libraries that were considered but not chosen. */
export function explainCombined({ served, queried, chosen, answer, outcome }: CombinedParts): AnswerExplanation {
  const candidatesByKey = new Map(chosen.map(({ key, match }) => [key, bySnippet(match.candidates)]))
  const weightByKey = new Map(chosen.map(({ key, weight }) => [key, weight]))
  const servedByKey = new Map(served.map((library) => [library.key, library]))
  const order = (key: string) => weightByKey.get(key) ?? -1
  return {
    libraries: queried
      .toSorted((a, b) => order(b.key) - order(a.key))
      .map((library) => explainLibrary(library, servedByKey.get(library.key), weightByKey)),
    weights: { ...SIGNAL_WEIGHTS },
    snippets: inOneOrder(answer).map(({ library, snippet }) =>
      explainSnippet(library.id, snippet, candidatesByKey.get(library.key) ?? new Map()),
    ),
    ...modelsOf(outcome),
  }
}

function explainLibrary(
  library: QueriedLibrary,
  served: ServedLibrary | undefined,
  weightByKey: ReadonlyMap<string, number>,
): ExplainedLibrary {
  const { key, id, nameScore, match } = library
  const weight = weightByKey.get(key)
  return {
    libraryId: id,
    isChosen: weight !== undefined,
    reason: whyChosen(library, weight !== undefined, weightByKey.size > 0),
    version: served && whyVersion(served),
    scores: { name: nameScore, coverage: match.coverage, ...(weight === undefined ? {} : { weight }) },
  }
}

function whyChosen({ nameScore, match }: QueriedLibrary, isChosen: boolean, isAnyChosen: boolean): string {
  if (isChosen) {
    return nameScore > 0
      ? "the question or a hint names it, and it has evidence"
      : "no library is named, and it covers as much of the question as the best one"
  }
  if (match.candidates.length === 0) return "it contains no word of the question"
  if (nameScore > 0) return "it is named, but covers much less of the question than others, or four others rank higher"
  return isAnyChosen ? "others are named, or cover more of the question" : "nothing was chosen"
}

function whyVersion({ requested, served, status }: ServedLibrary): string {
  return requested === undefined ? `${served}: no version applies` : `${served}: ${requested} is asked for, ${status}`
}

function modelsOf(outcome: ModelOutcome): Pick<AnswerExplanation, "models"> {
  const models = describeOutcome(outcome)
  return models === "" ? {} : { models }
}

/** Explains the order of libraries that were found by name. */
export function explainHits(shown: readonly DirectoryHit[]): AnswerExplanation {
  return {
    libraries: shown.map(({ id, score }, at) => ({
      libraryId: id,
      isChosen: at === 0,
      reason: at === 0 ? "best match by name, description and content" : "weaker match than the libraries before it",
      scores: { score },
    })),
  }
}
