import type { LibraryDirectory, LookUpOptions } from "../directory/library-directory.ts"

/** A library that might answer, before its content is searched. */
export interface LibraryCandidate {
  readonly key: string
  readonly id: string
  /** 0 to slightly above 1: how well the question (or a hint) names it; 0 if only its words match. */
  readonly nameScore: number
}

/** Maximum number of candidates whose content is searched. */
const MAX_CANDIDATES = 24
/** A lookup score of at least this is a mention: the exact name scores 1, and a name with one typo 0.9. */
const MIN_MENTION_SCORE = 0.8
/**
 * Shorter words are too easily taken for typos of other words. Exact names of any length are found with the whole
 * question.
 */
const MIN_MENTION_CHARACTERS = 3
/** Maximum number of words of the question that are looked up as names. */
const MAX_MENTION_WORDS = 60
const MAX_NAME_WORDS = 3
/** Maximum number of libraries with the same name; their content decides which of them can answer. */
const NAMESAKES = 5

const WORD = /[\p{L}\p{N}][\p{L}\p{N}.+#_@/-]*/gu
/** Words that are too common in questions to be treated as names, even if libraries have these names. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  `the and for with from how what why when where which does can not are but has have had you your our they them that this these
  those there their into onto after before while than then will would should could may might must only also just get gets set
  sets use uses using make makes need needs want wants work works each every one two all any some more most use case way show
  tell give find call called calls run runs add adds new old own out off over under again still same other another both docs
  documentation example examples explain framework library package question error problem please help app apps application
  server client user users file files page pages code data test tests type types value values list name names`
    .split(/\s+/)
    .filter(Boolean),
)

function wordGroups(question: string): string[] {
  const words = (question.match(WORD) ?? []).slice(0, MAX_MENTION_WORDS).map((word) => word.replace(/[.@/_-]+$/, ""))
  const groups = new Set<string>()
  for (let from = 0; from < words.length; from++) {
    for (let count = 1; count <= MAX_NAME_WORDS && from + count <= words.length; count++) {
      const group = words.slice(from, from + count)
      const isNamelike = group.every((word) => !COMMON_WORDS.has(word.toLowerCase()))
      if (isNamelike && group.join(" ").length >= MIN_MENTION_CHARACTERS) {
        groups.add(group.join(" "))
      }
    }
  }
  return [...groups]
}

/**
 * Selects the libraries that a question names or that contain its words.
 *
 * @param reader determines which libraries are visible.
 * @returns at most 24, the best mention first, ties by id.
 */
export function selectLibraries(
  directory: LibraryDirectory,
  question: string,
  reader: Pick<LookUpOptions, "teamspaceKey" | "isVisible">,
): readonly LibraryCandidate[] {
  const byKey = new Map<string, LibraryCandidate>()
  const offer = (key: string, id: string, nameScore: number) => {
    if (nameScore > (byKey.get(key)?.nameScore ?? -1)) {
      byKey.set(key, { key, id, nameScore })
    }
  }
  for (const { key, id } of directory.lookUp("", question, { limit: MAX_CANDIDATES, fast: false, ...reader })) {
    offer(key, id, 0)
  }
  for (const name of wordGroups(question)) {
    for (const { key, id, score } of directory.lookUp(name, question, { limit: NAMESAKES, fast: true, ...reader })) {
      if (score >= MIN_MENTION_SCORE) {
        offer(key, id, score)
      }
    }
  }
  return [...byKey.values()]
    .toSorted((a, b) => b.nameScore - a.nameScore || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_CANDIDATES)
}
