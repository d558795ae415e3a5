import type { Atom } from "./atoms.ts"
import { bindNotes } from "./code-notes.ts"
import { endsWithTitle, introduces, isFootnote, refersBack } from "./cut-thoughts.ts"
import { splitAtom } from "./split-text.ts"
import { isPlatformLabel } from "./variants/platform-labels.ts"
import { isVariant } from "./variants/variant-code.ts"

/** Lengths of snippets, in characters of rendered Markdown. */
export interface CutSizes {
  /** A snippet of at least this length ends when the next atom begins. */
  readonly targetCharacters: number
  /** Atoms are not joined beyond this length. */
  readonly maxCharacters: number
  /** Code blocks up to this length are not split. */
  readonly maxCodeCharacters: number
  /** Lines of code up to this length are not split, even if they are longer than `maxCodeCharacters`. */
  readonly maxLineCharacters?: number
}

/**
 * Maximum length of a paragraph that refers to the text before it and joins a full snippet. If longer paragraphs joined too, snippets would
 * become so long that as many answers would move down as up (eval/log.md).
 */
const MAX_REFERENCE_CHARACTERS = 160

/** Maximum length of a snippet with the notes to marks in its code, or with footnotes, as a share of the maximum for code. */
const NOTES_SHARE = 1.2

function lengthOf(atoms: readonly Atom[]): number {
  return atoms.reduce((sum, atom) => sum + atom.text.length + 2, 0)
}

/** Returns true for a footnote to the text of a group. The entries of a bibliography are not. */
function isOwnFootnote(atom: Atom, [first]: readonly Atom[]): boolean {
  return isFootnote(atom.text) && first !== undefined && !isFootnote(first.text)
}

/** Returns true when the atom ends with a sentence that introduces the next one, or with the next one's title. */
function leadsOn(atom: Atom | undefined): boolean {
  return atom !== undefined && atom.kind === "prose" && (introduces(atom.text) || endsWithTitle(atom.text))
}

/**
 * Removes the last paragraph from a group, together with its title and the paragraphs before it that it refers to, as `For example:` does.
 * The first atom stays in the group, unless it is the last paragraph.
 *
 * @param maxCharacters maximum length of the removed paragraphs.
 */
function takeThought(group: Atom[], maxCharacters: number): Atom[] {
  const taken = group.splice(-1, 1)
  for (;;) {
    const [first] = taken
    const before = group.at(-1)
    if (first === undefined || before?.kind !== "prose" || group.length < 2) return taken
    if (!refersBack(first.text) && !endsWithTitle(before.text)) return taken
    if (lengthOf(taken) + before.text.length > maxCharacters) return taken
    taken.unshift(...group.splice(-1, 1))
  }
}

/** Returns true for code that says the same as other code in another language. Parts of code are too short to be compared. */
function isVariantOf(atom: Atom, other: Atom | undefined): boolean {
  if (atom.code === undefined || other?.code === undefined || atom.cuts !== undefined) return false
  return isVariant(atom.code, other.code)
}

/** Shorter tabs stay in one snippet: an answer that shows all of them is hardly longer. */
const MIN_TAB_CHARACTERS = 150

/**
 * Returns the atoms that begin a snippet because a tab for a platform begins or ends there: the label of a tab that is not short, and what follows
 * the first code of the last tab. Otherwise, text for all readers would be part of that tab.
 */
function tabBordersIn(atoms: readonly Atom[]): ReadonlySet<Atom> {
  const borders = new Set<Atom>()
  const starts = atoms.flatMap(({ kind, text }, at) => (kind === "prose" && isPlatformLabel(text) ? [at] : []))
  if (starts.length < 2) return borders
  let known = new Set<string>()
  for (const [tab, start] of starts.entries()) {
    const next = starts[tab + 1] ?? atoms.length
    const inTab = atoms.slice(start, next)
    const code = inTab.findIndex(({ kind }) => kind === "code")
    const [label] = inTab
    if (label === undefined || (code === -1 && next === atoms.length)) continue
    if (lengthOf(code === -1 ? inTab : inTab.slice(0, code + 1)) >= MIN_TAB_CHARACTERS) borders.add(label)
    known.add(label.text)
    const nextLabel = atoms[next]
    if (nextLabel !== undefined && !known.has(nextLabel.text)) continue
    // A repeated label begins other tabs.
    known = new Set()
    const after = inTab[code + 1]
    if (code !== -1 && after?.kind === "prose") borders.add(after)
  }
  return borders
}

/**
 * Groups the atoms of one section into snippets of about the target length. Code and tables stay with the paragraph before them, notes
 * to marks in code with the code, footnotes with their text, and a snippet never ends with an introductory sentence or a title. Short text
 * stays with the text that it refers to if there is room. The same code in another language is a group of its own, and so is each tab for a
 * platform, so that answers can leave them out.
 *
 * @returns groups in reading order; every atom is in exactly one group, with long ones split.
 */
export function groupAtoms(atoms: readonly Atom[], sizes: CutSizes): Atom[][] {
  const pieces = bindNotes(atoms).flatMap((atom) =>
    splitAtom(atom, atom.kind === "code" ? sizes.maxCodeCharacters : sizes.maxCharacters, sizes.maxLineCharacters),
  )
  const tabBorders = tabBordersIn(pieces)
  const groups: Atom[][] = []
  let group: Atom[] = []
  const close = () => {
    if (group.length > 0) {
      groups.push(group)
    }
    group = []
  }
  /** The code whose further variants come next. */
  let firstVariant: Atom | undefined
  for (const atom of pieces) {
    firstVariant = group.at(-1) ?? firstVariant
    if (isVariantOf(atom, firstVariant)) {
      close()
      groups.push([atom])
      continue
    }
    firstVariant = undefined
    if (tabBorders.has(atom)) close()
    const length = lengthOf(group)
    const last = group.at(-1)
    const belongsTogether = atom.kind !== "prose" && last?.kind === "prose"
    const fits = length + atom.text.length <= sizes.maxCharacters
    const isFull = length >= sizes.targetCharacters
    const isReference = atom.kind === "prose" && atom.text.length <= MAX_REFERENCE_CHARACTERS && refersBack(atom.text)
    const isNotes =
      (atom.isNotes === true || isOwnFootnote(atom, group)) &&
      length + atom.text.length <= NOTES_SHARE * sizes.maxCodeCharacters
    if (group.length === 0 || isNotes || (fits && (!isFull || belongsTogether || isReference))) {
      group.push(atom)
      continue
    }
    const carried = belongsTogether || leadsOn(last) ? takeThought(group, sizes.targetCharacters) : []
    const carriedLength = lengthOf(carried)
    if (carried.length > 0 && group.length > 0 && carriedLength < sizes.targetCharacters) {
      close()
      group.push(...carried)
    } else if (carried.length > 0) {
      group.push(...carried)
      if (!belongsTogether || length + atom.text.length > sizes.maxCodeCharacters + sizes.targetCharacters) {
        close()
      }
    } else {
      close()
    }
    group.push(atom)
  }
  close()
  return groups
}
