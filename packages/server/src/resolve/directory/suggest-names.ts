import { type DirectoryIndex, trigramsOf } from "./directory-index.ts"
import { foldName } from "./fold-name.ts"
import type { LookUpOptions } from "./library-directory.ts"
import { MatchCounter } from "./match-counter.ts"

/**
 * Minimum Dice coefficient of the trigrams of two names. A typo costs three trigrams; below this, names only share an
 * ending.
 */
const MIN_LIKENESS = 0.3
/** Longer names are truncated, because typos are rarely in the rest. */
const MAX_NAME_CHARACTERS = 60
const counts = new MatchCounter()

/**
 * Finds libraries whose names resemble a name that finds nothing. They may be less similar than the results of a
 * lookup.
 *
 * @returns library ids, most similar first, ties by id.
 */
export function suggestNames(
  indexes: readonly DirectoryIndex[],
  name: string,
  { limit, isVisible = () => true }: Pick<LookUpOptions, "limit" | "isVisible">,
): readonly string[] {
  const likenessById = new Map<string, number>()
  const trigrams = trigramsOf(foldName(name).slice(0, MAX_NAME_CHARACTERS))
  for (const index of indexes) {
    eachAlike(index, trigrams, (slot, likeness) => {
      const library = index.libraryAt(slot)
      if (library === undefined || likeness <= (likenessById.get(library.id) ?? 0) || !isVisible(library.key)) return
      likenessById.set(library.id, likeness)
    })
  }
  return [...likenessById]
    .toSorted(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1))
    .slice(0, limit)
    .map(([id]) => id)
}

function eachAlike(
  index: DirectoryIndex,
  trigrams: ReadonlySet<string>,
  visit: (slot: number, likeness: number) => void,
): void {
  counts.reset(index.formCount)
  for (const trigram of trigrams) counts.addAll(index.formsWithTrigram(trigram), 1)
  for (const form of counts.touched()) {
    const likeness = (2 * counts.sumOf(form)) / (trigrams.size + index.forms.wordOf(form).length)
    if (likeness >= MIN_LIKENESS) index.eachWithForm(form, (slot) => visit(slot, likeness))
  }
}
