import { gatherLikeNamed, gatherNamed, hasSureName, type NameScores } from "./candidates.ts"
import { DirectoryIndex } from "./directory-index.ts"
import type { DirectoryEntry, DirectoryHit, LibraryDirectory, LookUpOptions } from "./library-directory.ts"
import { readNameRequest } from "./name-request.ts"
import { gatherByQuestion } from "./question-candidates.ts"
import { scoreLibrary, weighRequest, type WeighedRequest } from "./score-library.ts"
import { suggestNames } from "./suggest-names.ts"
import { gatherByWords } from "./word-candidates.ts"

/** If no library matches the name at least this well, the name is treated as a description. */
const MIN_NAME_SCORE = 0.45
/** A name with more words than this is treated as a description. */
const MAX_NAME_WORDS = 5
/** Minimum score of a hit. */
const MIN_SCORE = 0.12

/** Creates an empty directory. */
export function createLibraryDirectory(): LibraryDirectory {
  const open = new DirectoryIndex()
  const ofTeamspaces = new Map<string, DirectoryIndex>()
  const ownerByKey = new Map<string, string | null>()

  function indexOf(teamspaceKey: string | null): DirectoryIndex | undefined {
    return teamspaceKey === null ? open : ofTeamspaces.get(teamspaceKey)
  }

  function remove(key: string): void {
    const owner = ownerByKey.get(key)
    if (owner === undefined) return
    ownerByKey.delete(key)
    const index = indexOf(owner)
    index?.remove(key)
    if (owner !== null && index?.size === 0) ofTeamspaces.delete(owner)
  }

  return {
    get size() {
      return ownerByKey.size
    },
    put(entry: DirectoryEntry) {
      const { key, teamspaceKey } = entry
      if (ownerByKey.get(key) !== teamspaceKey) remove(key)
      const index = indexOf(teamspaceKey) ?? new DirectoryIndex(open)
      if (teamspaceKey !== null) ofTeamspaces.set(teamspaceKey, index)
      index.put(entry)
      ownerByKey.set(key, teamspaceKey)
    },
    remove,
    settle: () => open.forgetTexts(),
    lookUp(name, query, options) {
      const own = indexOf(options.teamspaceKey ?? null)
      return lookUp(own === undefined || own === open ? [open] : [open, own], { name, query, options })
    },
    suggest(name, options) {
      const own = indexOf(options.teamspaceKey ?? null)
      return suggestNames(own === undefined || own === open ? [open] : [open, own], name, options)
    },
  }
}

/** The parameters of a lookup. */
interface Wanted {
  readonly name: string
  readonly query: string
  readonly options: LookUpOptions
}

function lookUp(indexes: readonly DirectoryIndex[], { name, query, options }: Wanted): readonly DirectoryHit[] {
  const request = readNameRequest(name)
  const { isVisible = () => true } = options
  const asked = indexes.map((index) => {
    return {
      index,
      weighed: weighRequest(index, request, options.fast ? "" : query),
      scores: gatherNamed(index, request),
    }
  })
  const isSure = asked.some(({ index, scores }) => hasSureName(index, scores, isVisible))
  const hits = asked.flatMap(({ index, weighed, scores }) => {
    gatherLikeNamed(index, request, { scores, isSure })
    gatherWorded(index, weighed, scores)
    return scoreAll(index, weighed, scores)
  })
  const named = bestVisible(hits, { ...options, isVisible })
  const best = named[0]?.score ?? 0
  const isDescription = best < MIN_NAME_SCORE || request.words.length > MAX_NAME_WORDS
  if (!isDescription) return named
  const described = asked.flatMap(({ index, weighed }) =>
    scoreAll(index, weighed, gatherDescribed(index, { name, query, isNamed: request.words.length > 0 })),
  )
  const merged = bestOf([...named, ...bestVisible(described, { ...options, isVisible })])
  return merged.sort(byScore).slice(0, options.limit)
}

/**
 * Finds the libraries that match a description. The question adds to their scores, and finds libraries only if there is
 * no name.
 */
function gatherDescribed(
  index: DirectoryIndex,
  { name, query, isNamed }: { readonly name: string; readonly query: string; readonly isNamed: boolean },
): NameScores {
  if (name === query) return gatherByQuestion(index, name)
  const scores = gatherByQuestion(index, `${name} ${query}`)
  if (!isNamed) return scores
  const named = gatherByQuestion(index, name)
  return new Map([...scores].filter(([slot]) => named.has(slot)))
}

type IsVisible = (key: string) => boolean

/** Adds the libraries that contain the words. */
function gatherWorded(index: DirectoryIndex, weighed: WeighedRequest, scores: NameScores): void {
  if (weighed.nameRarity === 0) return
  for (const slot of gatherByWords(index, weighed.wanted).keys()) {
    if (!scores.has(slot)) scores.set(slot, 0)
  }
}

/** Scores the candidates, visible or not. */
function scoreAll(index: DirectoryIndex, weighed: WeighedRequest, scores: NameScores): DirectoryHit[] {
  const hits: DirectoryHit[] = []
  for (const [slot, nameScore] of scores) {
    const library = index.libraryAt(slot)
    const score = scoreLibrary(index, slot, weighed, nameScore)
    if (library === undefined || score < MIN_SCORE) continue
    hits.push({ key: library.key, id: library.id, score })
  }
  return hits
}

/**
 * Returns the best visible hits, best first. Visibility is checked last, because a check takes as long as scoring and
 * there can be thousands of candidates.
 */
function bestVisible(
  hits: DirectoryHit[],
  { limit, enough, isVisible }: Pick<LookUpOptions, "limit" | "enough"> & { readonly isVisible: IsVisible },
): DirectoryHit[] {
  const best: DirectoryHit[] = []
  let counted = 0
  for (const hit of hits.sort(byScore)) {
    if (best.length >= limit || (enough !== undefined && counted >= enough.count)) break
    if (!isVisible(hit.key)) continue
    best.push(hit)
    if (enough?.isCounted(hit.key) === true) counted++
  }
  return best
}

/** Keeps the better of two scores of a library. */
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
