/** A suggestion may differ from a name by at most this share of its characters. */
const MAX_DISTANCE_SHARE = 0.35
/** Short names may differ by this many characters. Two swapped characters count as two. */
const MIN_MAX_DISTANCE = 2
/** No known name is longer. Comparing two names takes time that grows with the product of their lengths. */
const MAX_COMPARED_CHARACTERS = 100

/** Finds the known name that a misspelt name most likely means; undefined if no name is similar enough. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_COMPARED_CHARACTERS) return undefined
  const lowered = name.toLowerCase()
  const ranked = known
    .map((each) => ({ each, distance: distanceBetween(lowered, each.toLowerCase()) }))
    .toSorted((one, other) => one.distance - other.distance)
  const [best] = ranked
  const maxDistance = Math.max(MIN_MAX_DISTANCE, name.length * MAX_DISTANCE_SHARE)
  return best !== undefined && best.distance <= maxDistance ? best.each : undefined
}

/** Counts the characters to insert, remove or replace to turn one text into the other (Levenshtein distance). */
function distanceBetween(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, character] of [...one].entries()) {
    const current = [row + 1]
    for (const [column, otherCharacter] of [...other].entries()) {
      const replaced = (previous[column] ?? 0) + (character === otherCharacter ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
