import type { Atom } from "./atoms.ts"
import { endsWithTitle, introduces } from "./cut-thoughts.ts"
import { splitAtom } from "./split-text.ts"

/** Lengths of snippets, in characters of rendered Markdown. */
export interface CutSizes {
  /** A snippet of at least this length ends when the next atom begins. */
  readonly targetCharacters: number
  /** Atoms are not joined beyond this length. */
  readonly maxCharacters: number
  /** Code blocks up to this length are not split. */
  readonly maxCodeCharacters: number
}

function lengthOf(atoms: readonly Atom[]): number {
  return atoms.reduce((sum, atom) => sum + atom.text.length + 2, 0)
}

/** Returns true when the atom ends with a sentence that introduces the next one, or with the next one's title. */
function leadsOn(atom: Atom | undefined): boolean {
  return atom !== undefined && atom.kind === "prose" && (introduces(atom.text) || endsWithTitle(atom.text))
}

/**
 * Groups the atoms of one section into snippets of about the target length. Code and tables stay with the paragraph before them, and a
 * snippet never ends with an introductory sentence or a title.
 *
 * @returns groups in reading order; every atom is in exactly one group, with long ones split.
 */
export function groupAtoms(atoms: readonly Atom[], sizes: CutSizes): Atom[][] {
  const pieces = atoms.flatMap((atom) =>
    splitAtom(atom, atom.kind === "code" ? sizes.maxCodeCharacters : sizes.maxCharacters),
  )
  const groups: Atom[][] = []
  let group: Atom[] = []
  const close = () => {
    if (group.length > 0) {
      groups.push(group)
    }
    group = []
  }
  for (const atom of pieces) {
    const length = lengthOf(group)
    const last = group.at(-1)
    const belongsTogether = atom.kind !== "prose" && last?.kind === "prose"
    const fits = length + atom.text.length <= sizes.maxCharacters
    const isFull = length >= sizes.targetCharacters
    if (group.length === 0 || (fits && (!isFull || belongsTogether))) {
      group.push(atom)
      continue
    }
    const carried = belongsTogether || leadsOn(last) ? group.pop() : undefined
    if (carried && group.length > 0 && carried.text.length < sizes.targetCharacters) {
      close()
      group.push(carried)
    } else if (carried) {
      group.push(carried)
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
