import { gatherByName, type NameScores } from "./candidates.ts"
import { DirectoryIndex } from "./directory-index.ts"
import type { DirectoryEntry, DirectoryHit, LibraryDirectory, LookUpOptions } from "./library-directory.ts"
import { readNameRequest } from "./name-request.ts"
import { gatherByQuestion } from "./question-candidates.ts"
import { scoreLibrary, weighRequest, type WeighedRequest } from "./score-library.ts"
import { gatherByWords } from "./word-candidates.ts"

/** A name that no library resembles this much is read as a description of what is wanted. */
const MIN_NAME_SCORE = 0.45
/** More words than this describe what is wanted instead of naming it. */
const MAX_NAME_WORDS = 5
/** Weaker hits are noise. */
const MIN_SCORE = 0.12

/** Makes an empty directory. */
export function createLibraryDirectory(): LibraryDirectory {
  const index = new DirectoryIndex()
  return {
    get size() {
      return index.size
    },
    put: (entry: DirectoryEntry) => index.put(entry),
    remove: (key: string) => index.remove(key),
    lookUp: (name, query, options) => lookUp(index, name, query, options),
  }
}

function lookUp(index: DirectoryIndex, name: string, query: string, options: LookUpOptions): readonly DirectoryHit[] {
  const request = readNameRequest(name)
  const weighed = weighRequest(index, request, options.fast ? "" : query)
  const { isVisible = () => true } = options
  const hits = scoreAll(index, weighed, gatherCandidates(index, weighed, isVisible), isVisible)
  const best = hits.reduce((most, hit) => Math.max(most, hit.score), 0)
  const isDescription = best < MIN_NAME_SCORE || request.words.length > MAX_NAME_WORDS
  if (!isDescription) return hits.sort(byScore).slice(0, options.limit)
  const described = gatherByQuestion(index, name === query ? name : `${name} ${query}`)
  const merged = bestOf([...hits, ...scoreAll(index, weighed, described, isVisible)])
  return merged.sort(byScore).slice(0, options.limit)
}

type IsVisible = (key: string) => boolean

function gatherCandidates(index: DirectoryIndex, weighed: WeighedRequest, isVisible: IsVisible): NameScores {
  const scores = gatherByName(index, weighed.name, isVisible)
  if (weighed.nameRarity === 0) return scores
  for (const slot of gatherByWords(index, weighed.wanted).keys()) {
    if (!scores.has(slot)) scores.set(slot, 0)
  }
  return scores
}

/** Scores the visible ones among the candidates. */
function scoreAll(
  index: DirectoryIndex,
  weighed: WeighedRequest,
  scores: NameScores,
  isVisible: IsVisible,
): DirectoryHit[] {
  const hits: DirectoryHit[] = []
  for (const [slot, nameScore] of scores) {
    const library = index.libraryAt(slot)
    const score = scoreLibrary(index, slot, weighed, nameScore)
    if (library === undefined || score < MIN_SCORE || !isVisible(library.key)) continue
    hits.push({ key: library.key, id: library.id, score })
  }
  return hits
}

/** Keeps the better of two scores of the same library. */
function bestOf(hits: readonly DirectoryHit[]): DirectoryHit[] {
  const bestByKey = new Map<string, DirectoryHit>()
  for (const hit of hits) {
    if (hit.score > (bestByKey.get(hit.key)?.score ?? 0)) bestByKey.set(hit.key, hit)
  }
  return [...bestByKey.values()]
}

function byScore(left: DirectoryHit, right: DirectoryHit): number {
  return right.score - left.score || compareText(left.id, right.id) || compareText(left.key, right.key)
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}
