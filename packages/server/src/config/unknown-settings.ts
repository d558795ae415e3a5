/** Variables with the same prefix that the CLI reads, or that Kubernetes sets for a service named `lectern`. */
const OTHER_NAMES = /^LECTERN_(?:URL$|SERVICE_|PORT_\d)/
const PREFIX = "LECTERN_"
/** A suggestion may differ from a name by at most this share of its characters. */
const MAX_DISTANCE_SHARE = 0.35
/** Short names may differ by this many characters. Two swapped characters count as two. */
const MIN_MAX_DISTANCE = 2

/** A variable with the prefix `LECTERN_` that no setting uses. */
export interface UnknownSetting {
  readonly name: string
  /** The setting with the most similar name; undefined if no name is similar enough. */
  readonly nearest: string | undefined
}

/** Finds variables that begin with `LECTERN_` but are not settings, in alphabetical order. */
export function findUnknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly UnknownSetting[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && environment[name] && !known.includes(name) && !OTHER_NAMES.test(name))
    .toSorted()
    .map((name) => ({ name, nearest: nearestName(name, known) }))
}

/** Describes an unknown setting in one line. */
export function describeUnknownSetting({ name, nearest }: UnknownSetting): string {
  const question = nearest === undefined ? "" : `. Did you mean ${nearest}?`
  return `${name}: is not a setting, so it is ignored${question}`
}

function nearestName(name: string, known: readonly string[]): string | undefined {
  const given = name.slice(PREFIX.length)
  const ranked = known
    .map((each) => ({ each, distance: distanceBetween(given, each.slice(PREFIX.length)) }))
    .toSorted((one, other) => one.distance - other.distance)
  const [best] = ranked
  const maxDistance = Math.max(MIN_MAX_DISTANCE, given.length * MAX_DISTANCE_SHARE)
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
