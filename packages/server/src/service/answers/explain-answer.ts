import type { AnswerExplanation, ExplainedLibrary, ExplainedSnippet } from "@lectern/contract"
import type { Caller } from "../../access/identity/caller.ts"
import { InvalidInput } from "../../base/errors.ts"
import { type ContextAnswer, type IndexedSnippet, type RankedCandidate, SIGNAL_WEIGHTS } from "@lectern/engine"
import type { QueriedLibrary, ChosenLibrary } from "../../resolve/combined/choose-libraries.ts"
import { type CombinedAnswer, inOneOrder } from "../../resolve/combined/pack-combined.ts"
import type { DirectoryHit } from "../../resolve/directory/library-directory.ts"
import { describeOutcome, type ModelOutcome } from "./model-ranking/model-outcome.ts"
import type { ServedLibrary } from "../../resolve/combined/served-libraries.ts"
import { allow } from "../service-context.ts"
import type { AnswerServices } from "./answer-services.ts"

/**
 * Decides whether an answer is to be explained.
 *
 * @throws {Forbidden} {InvalidApiKey} when someone else than an admin asks. {InvalidInput} when the answer is text.
 */
export function wantsExplanation(
  context: AnswerServices,
  caller: Caller,
  { explain, type }: { readonly explain?: "1" | undefined; readonly type?: "txt" | "json" },
): boolean {
  if (explain === undefined) return false
  allow(context, caller, "explainAnswer")
  if (type === "txt") throw new InvalidInput("explain needs type=json: text answers hold documentation only")
  return true
}

function explainPassage(
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

/** What explains an answer of one library. */
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
    libraries: [{ libraryId, isChosen: true, reason: "the request names it", version, scores: {} }],
    weights: { ...SIGNAL_WEIGHTS },
    snippets: answer.blocks.flatMap(({ snippets }) =>
      snippets.map((snippet) => explainPassage(libraryId, snippet, known)),
    ),
    ...modelsOf(outcome),
  }
}

/** What explains an answer of several libraries. */
export interface CombinedParts {
  readonly served: readonly ServedLibrary[]
  readonly queried: readonly QueriedLibrary[]
  readonly chosen: readonly ChosenLibrary[]
  readonly answer: CombinedAnswer
  readonly outcome: ModelOutcome
}

/** Explains the answer of several libraries, those that were asked and not chosen included. */
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
      explainPassage(library.id, snippet, candidatesByKey.get(library.key) ?? new Map()),
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
    ...(served === undefined ? {} : { version: whyVersion(served) }),
    scores: { name: nameScore, coverage: match.coverage, ...(weight === undefined ? {} : { weight }) },
  }
}

function whyChosen({ nameScore, match }: QueriedLibrary, isChosen: boolean, isAnyChosen: boolean): string {
  if (isChosen) {
    return nameScore > 0
      ? "the question or a hint names it, and it has evidence"
      : "no name decides, and it covers as much of the question as the best"
  }
  if (match.candidates.length === 0) return "it holds no word of the question"
  if (nameScore > 0) return "it is named, and covers much less of the question than others, or four others weigh more"
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
      reason: at === 0 ? "name, description and content fit best" : "fits less than those before it",
      scores: { score },
    })),
  }
}
