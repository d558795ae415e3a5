import type { Atom } from "./atoms.ts"

const MAX_TITLE_CHARACTERS = 100

/** Shortens a text at a word boundary and marks the cut. */
export function clip(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) {
    return text
  }
  const space = text.lastIndexOf(" ", maxCharacters - 1)
  return `${text.slice(0, space > maxCharacters / 2 ? space : maxCharacters - 1).trimEnd()}…`
}

/** Converts a line of Markdown to plain text, without emphasis, code and list markers. */
function plainLine(markdown: string): string {
  return markdown
    .replace(/^\s*(?:[-*+]|\d{1,9}[.)]|>+|#+)\s+/, "")
    .replaceAll(/[*`]+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
}

/**
 * Finds the sentence that introduces a block of code: the last sentence of the prose directly before it.
 *
 * @returns plain text without the final colon; undefined when there is no prose before the code.
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

/** Creates the title of a code snippet from its section and, if the section has several, the sentence that introduces the snippet. */
export function titleOfCode(heading: string, atoms: readonly Atom[], isOnlyOne: boolean): string {
  const intro = introOf(atoms)
  if (isOnlyOne || intro === undefined) {
    return clip(heading, MAX_TITLE_CHARACTERS)
  }
  return clip(heading === "" ? intro : `${heading}: ${intro}`, MAX_TITLE_CHARACTERS)
}
