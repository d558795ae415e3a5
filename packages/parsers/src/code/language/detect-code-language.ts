import { createRequire } from "node:module"
import { CERTAIN_SIGNS, SIGNS } from "./signs.ts"

/** Names the language of a piece of code; empty when that is not certain enough. */
export type DetectCodeLanguage = (code: string) => string

/** Beginning of a block that is looked at for signs, and by the highlighter, which takes 50 times as long. */
const SIGN_CHARACTERS = 2_000
const HIGHLIGHT_CHARACTERS = 600
/** Larger data is not read whole to see whether it is JSON. */
const MAX_JSON_CHARACTERS = 20_000
/** With so many signs, and as many more than any other language, the highlighter is not asked. */
const CERTAIN_LEAD = 2

let detector: DetectCodeLanguage | undefined

/** Loads the detector on first use: only a worker that meets code without a label needs it. */
export function loadCodeLanguageDetector(): DetectCodeLanguage {
  detector ??= makeDetector()
  return detector
}

/** What is used of highlight.js. */
interface Highlighter {
  highlightAuto(code: string, languages: readonly string[]): { readonly language?: string }
  getLanguage(name: string): unknown
}

function makeDetector(): DetectCodeLanguage {
  // Its types would bring those of browsers with them, which change what `fetch` takes in the whole program.
  const highlighter = createRequire(import.meta.url)("highlight.js/lib/common") as Highlighter
  const languages = [...Object.keys(SIGNS), "json"].filter((name) => highlighter.getLanguage(name) !== undefined)
  return (code) => detect(code, (start) => highlighter.highlightAuto(start, languages).language)
}

function detect(code: string, highlight: (start: string) => string | undefined): string {
  if (isJson(code)) return "json"
  const scores = scoresOf(code.slice(0, SIGN_CHARACTERS))
  const [best, second] = scores
  if (best === undefined || best.score === second?.score) return ""
  const lead = best.score - (second?.score ?? 0)
  if (lead >= CERTAIN_LEAD) return shown(best.language)
  const guess = highlight(code.slice(0, HIGHLIGHT_CHARACTERS))
  return guess !== undefined && familyOf(guess) === familyOf(best.language) ? shown(best.language) : ""
}

function scoresOf(code: string): readonly { readonly language: string; readonly score: number }[] {
  return Object.entries(SIGNS)
    .map(([language, signs]) => {
      let score = 0
      for (const [at, sign] of signs.entries()) if (sign.test(code)) score += CERTAIN_SIGNS.has(language + at) ? 2 : 1
      return { language, score }
    })
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
}

function isJson(code: string): boolean {
  if (!/^\s*[[{]/.test(code) || code.length > MAX_JSON_CHARACTERS) return false
  try {
    JSON.parse(code)
    return true
  } catch {
    return false
  }
}

/** Languages that a few lines do not tell apart. */
function familyOf(language: string): string {
  if (language === "typescript") return "javascript"
  return language === "cpp" ? "c" : language
}

/** The label that documentation uses. */
function shown(language: string): string {
  return language === "xml" ? "html" : language
}
