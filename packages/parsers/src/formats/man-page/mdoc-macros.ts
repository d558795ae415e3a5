import { roffArguments } from "./roff-text.ts"

/** Macros of mdoc with literal arguments, and the prefix of each. */
const LITERAL: Readonly<Record<string, string>> = {
  Fl: "-",
  Cm: "",
  Nm: "",
  Ic: "",
  Li: "",
  Sy: "",
  Ev: "",
  Va: "",
  Pa: "",
  Dv: "",
  Er: "",
  Fn: "",
  Ft: "",
  In: "",
  Cd: "",
  Vt: "",
  Fa: "",
  Ad: "",
}
const PLACEHOLDER = new Set(["Ar", "Em"])
const ENCLOSED: Readonly<Record<string, readonly [string, string]>> = {
  Op: ["[", "]"],
  Oo: ["[", ""],
  Oc: ["", "]"],
  Aq: ["<", ">"],
  Bq: ["[", "]"],
  Brq: ["{", "}"],
  Dq: ["“", "”"],
  Pq: ["(", ")"],
  Po: ["(", ""],
  Pc: ["", ")"],
  Sq: ["‘", "’"],
  Ql: ["‘", "’"],
  Qq: ['"', '"'],
  Do: ["“", ""],
  Dc: ["", "”"],
  Ux: ["UNIX", ""],
}
const SKIPPED = new Set(["No", "Tn", "An", "Lk", "Mt", "At", "Bx", "St", "Bk", "Ek", "Xc"])
const PUNCTUATION = /^[.,:;)\]?!]$/
const MAX_WORDS = 500

/**
 * Converts a line of inline mdoc macros to roff with font escapes.
 *
 * @param name the text of `.Nm` without an argument.
 * @returns undefined if the line does not start with such a macro.
 */
export function mdocText(macro: string, rest: string, name: string): string | undefined {
  if (!isInline(macro)) return undefined
  const words = [macro, ...roffArguments(rest)].slice(0, MAX_WORDS)
  const state = { at: 0, name }
  return joinWords(parseWords(words, state))
}

function isInline(word: string): boolean {
  return (
    Object.hasOwn(LITERAL, word) ||
    PLACEHOLDER.has(word) ||
    Object.hasOwn(ENCLOSED, word) ||
    SKIPPED.has(word) ||
    word === "Xr" ||
    word === "Ns" ||
    word === "Ap"
  )
}

function parseWords(words: readonly string[], state: { at: number; readonly name: string }): readonly string[] {
  const written: string[] = []
  while (state.at < words.length) {
    const word = words[state.at++] ?? ""
    if (word === "Xr") {
      const [page = "", section = ""] = words.slice(state.at, state.at + 2)
      state.at += 2
      written.push(`\\fB${page}\\fR(${section})`)
    } else if (word === "Ns" || word === "Ap") written.push("\u0000")
    else if (Object.hasOwn(ENCLOSED, word)) {
      const [open, close] = ENCLOSED[word] ?? ["", ""]
      const inside = word.endsWith("c") || word.endsWith("o") ? [] : parseWords(words, state)
      const end = inside.findLastIndex((part) => !PUNCTUATION.test(part))
      written.push(open + joinWords(inside.slice(0, end + 1)) + close, ...inside.slice(end + 1))
    } else if (Object.hasOwn(LITERAL, word) || PLACEHOLDER.has(word)) written.push(...fontWords(word, words, state))
    else if (!SKIPPED.has(word)) written.push(word)
  }
  return written
}

function fontWords(
  macro: string,
  words: readonly string[],
  state: { at: number; readonly name: string },
): readonly string[] {
  const own: string[] = []
  while (state.at < words.length && !isInline(words[state.at] ?? "")) own.push(words[state.at++] ?? "")
  const mark = PLACEHOLDER.has(macro) ? "I" : "B"
  const prefix = LITERAL[macro] ?? ""
  const isEmpty = own.every((word) => PUNCTUATION.test(word))
  const shown = isEmpty ? [macro === "Nm" ? state.name : macro === "Ar" ? "file ..." : prefix, ...own] : own
  return shown
    .filter((word) => word !== "")
    .map((word) => (PUNCTUATION.test(word) ? word : `\\f${mark}${word === prefix ? "" : prefix}${word}\\fR`))
}

/** Joins words with spaces, except before punctuation and around `Ns`. */
function joinWords(words: readonly string[]): string {
  let text = ""
  let isJoined = true
  for (const word of words) {
    if (word === "\u0000") isJoined = true
    else {
      text += (isJoined || PUNCTUATION.test(word) ? "" : " ") + word
      isJoined = false
    }
  }
  return text
}
