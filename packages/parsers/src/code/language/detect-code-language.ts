import { createRequire } from "node:module"
import { CERTAIN_PATTERNS, LANGUAGE_PATTERNS } from "./language-patterns.ts"

/** Detects the language of code; empty when the result is not certain enough. */
export type DetectCodeLanguage = (code: string) => string

/** Characters at the start of a block that are matched, and those for the highlighter, which takes 50 times as long. */
const PATTERN_CHARACTERS = 2_000
const HIGHLIGHT_CHARACTERS = 600
/** Longer blocks are not checked for JSON by parsing them. */
const MAX_JSON_CHARACTERS = 20_000
/** A lead of this score over every other language decides without the highlighter. */
const CERTAIN_LEAD = 2

let detector: DetectCodeLanguage | undefined

/** Loads the detector on first use: only a worker that finds code without a label needs it. */
export function loadCodeLanguageDetector(): DetectCodeLanguage {
  detector ??= makeDetector()
  return detector
}

/** The functions of highlight.js that are used. */
interface Highlighter {
  highlightAuto(code: string, languages: readonly string[]): { readonly language?: string }
  getLanguage(name: string): unknown
}

function makeDetector(): DetectCodeLanguage {
  // Importing its types would also import those of browsers, which change the parameters of `fetch` in the whole program.
  const highlighter = createRequire(import.meta.url)("highlight.js/lib/common") as Highlighter
  const languages = [...Object.keys(LANGUAGE_PATTERNS), "json"].filter(
    (name) => highlighter.getLanguage(name) !== undefined,
  )
  return (code) => detect(code, (start) => highlighter.highlightAuto(start, languages).language)
}

function detect(code: string, highlight: (start: string) => string | undefined): string {
  if (isJson(code)) return "json"
  const scores = scoresOf(code.slice(0, PATTERN_CHARACTERS))
  const [best, second] = scores
  const isLikeIni = best === undefined ? /^\[\[/m.test(code) : best.language === "ini"
  if (isLikeIni && isToml(code)) return "toml"
  if (best === undefined || best.score === second?.score) return ""
  const lead = best.score - (second?.score ?? 0)
  if (lead >= CERTAIN_LEAD) return shown(best.language)
  const guess = highlight(code.slice(0, HIGHLIGHT_CHARACTERS))
  return guess !== undefined && familyOf(guess) === familyOf(best.language) ? shown(best.language) : ""
}

function scoresOf(code: string): readonly { readonly language: string; readonly score: number }[] {
  return Object.entries(LANGUAGE_PATTERNS)
    .map(([language, patterns]) => {
      let score = 0
      for (const [at, pattern] of patterns.entries())
        if (pattern.test(code)) score += CERTAIN_PATTERNS.has(language + at) ? 2 : 1
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

/** A TOML value that ends on its line: a boolean, number or date. Strings and lists may continue on the next lines. */
const TOML_VALUE = /^(?:true|false|[-+]?\d[\w.:+-]{0,100})$/
const TOML_TABLE = /^\[{1,2}[\w.'" -]{1,200}\]{1,2}$/
const TOML_KEY = /^[\w.'"-]{1,200}$/

/** Returns true for valid TOML with an array of tables, a list or a quoted value. Without these, it could also be an INI file. */
function isToml(code: string): boolean {
  const lines = code.slice(0, PATTERN_CHARACTERS).split("\n")
  return /^\[\[|= {0,9}["'[]/m.test(code) && lines.every((line) => isTomlLine(line.trim()))
}

function isTomlLine(line: string): boolean {
  if (line === "" || /^[#"'\]}]/.test(line) || TOML_TABLE.test(line)) return true
  const at = line.indexOf("=")
  const value = line.slice(at + 1).trimStart()
  return TOML_KEY.test(line.slice(0, Math.max(0, at)).trimEnd()) && (/^["'[{]/.test(value) || TOML_VALUE.test(value))
}

/** Returns one common name for languages that a few lines of code cannot distinguish. */
function familyOf(language: string): string {
  if (language === "typescript") return "javascript"
  return language === "cpp" ? "c" : language
}

/** Returns the label that documentation usually uses. */
function shown(language: string): string {
  return language === "xml" ? "html" : language
}
