import { stemmer } from "stemmer"

/** Words that do not help to identify a library. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an and any are as at be by can do does for from get has have how i if in into is it its make me my need not of on or our " +
    "should so that the their then there this to use used uses using via want was we what when where which who why will with " +
    "without you your example examples best way library libraries framework package tool tools simple easy support"
  ).split(" "),
)

/** Stems are looked up repeatedly; the cache is cleared when it is full. */
const MAX_CACHED = 20_000
const stems = new Map<string, string>()

/** Stems a folded word, so that `router` in names and `routers` in questions are equal. */
export function stemWord(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (stems.size >= MAX_CACHED) stems.clear()
  const stem = word.length > 3 && word.length < 40 ? stemmer(word) : word
  stems.set(word, stem)
  return stem
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}
