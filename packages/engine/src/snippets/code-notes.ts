import type { Atom } from "./atoms.ts"
import { beginsWithFirstItem, marksNotes } from "./cut-thoughts.ts"

/** A line of a numbered list at the margin: the start of an item, or an indented line of one. */
const NUMBERED_LINE = /^(?:\d{1,9}[.)] |[ \t])/

/**
 * Binds the numbered notes below code to the code whose marks they explain, as in `a() # (1)`. Both become parts of one block for cut marks,
 * so that an answer with one of them has the other or shows that something is missing.
 *
 * @returns the atoms; a list of notes that other text follows in the same atom is split from it.
 */
export function bindNotes(atoms: readonly Atom[]): readonly Atom[] {
  if (!atoms.some(({ code }) => code !== undefined && marksNotes(code.code))) return atoms
  const bound: Atom[] = []
  for (const atom of atoms) {
    const previous = bound.at(-1)
    if (previous?.code === undefined || !isNoteList(atom) || !marksNotes(previous.code.code)) {
      bound.push(atom)
      continue
    }
    const [notes, rest] = splitNotes(atom.text)
    bound.splice(-1, 1, { ...previous, cuts: { before: false, after: true } })
    bound.push({ ...atom, text: notes, isNotes: true, cuts: { before: true, after: false } })
    if (rest !== "") bound.push({ ...atom, text: rest })
  }
  return bound
}

function isNoteList({ kind, text }: Atom): boolean {
  return kind === "prose" && beginsWithFirstItem(text)
}

/** Splits the numbered list at the start of text from the text after it. */
function splitNotes(text: string): readonly [notes: string, rest: string] {
  const lines = text.split("\n")
  const end = lines.findIndex((line, at) => at > 0 && line !== "" && lines[at - 1] === "" && !NUMBERED_LINE.test(line))
  if (end === -1) return [text, ""]
  return [lines.slice(0, end).join("\n").trimEnd(), lines.slice(end).join("\n")]
}
