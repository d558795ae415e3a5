import type { Atom } from "./atoms.ts"

const MAX_TITLE_CHARACTERS = 100

/** Cuts at a word and marks the cut. */
export function clip(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) {
    return text
  }
  const space = text.lastIndexOf(" ", maxCharacters - 1)
  return `${text.slice(0, space > maxCharacters / 2 ? space : maxCharacters - 1).trimEnd()}…`
}

/** Markdown of one line without its marks: emphasis, code, list markers. */
function plainLine(markdown: string): string {
  return markdown
    .replace(/^\s*(?:[-*+]|\d{1,9}[.)]|>+|#+)\s+/, "")
    .replaceAll(/[*`]+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
}

/**
 * Finds the sentence that introduces a block of code: the last sentence of the prose right before it.
 *
 * @returns plain text without the final colon; undefined when no prose stands before the code.
 */
function introOf(atoms: readonly Atom[]): string | undefined {
  const firstCode = atoms.findIndex((atom) => atom.kind === "code")
  const before = atoms.slice(0, Math.max(0, firstCode)).findLast((atom) => atom.kind === "prose")
  const lastLine = before?.text.split("\n").findLast((line) => line.trim() !== "")
  if (lastLine === undefined) {
    return undefined
  }
  const sentence = plainLine(lastLine)
    .split(/(?<=[.!?])\s+/)
    .at(-1)
  return sentence ? sentence.replace(/[:.]$/, "") : undefined
}

/**
 * Titles a code snippet by its section and, where the section has several, the sentence that introduces it.
 */
export function titleOfCode(heading: string, atoms: readonly Atom[], isOnlyOne: boolean): string {
  const intro = introOf(atoms)
  if (isOnlyOne || intro === undefined) {
    return clip(heading, MAX_TITLE_CHARACTERS)
  }
  return clip(heading === "" ? intro : `${heading}: ${intro}`, MAX_TITLE_CHARACTERS)
}
