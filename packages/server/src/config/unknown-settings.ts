import { nearestName } from "@lectern/contract"

/** Variables with the same prefix that the CLI reads, or that Kubernetes sets for a service named `lectern`. */
const OTHER_NAMES = /^LECTERN_(?:URL$|SERVICE_|PORT_\d)/
const PREFIX = "LECTERN_"

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
    .map((name) => ({ name, nearest: nearestSetting(name, known) }))
}

/** Describes an unknown setting in one line. */
export function describeUnknownSetting({ name, nearest }: UnknownSetting): string {
  const question = nearest === undefined ? "" : `. Did you mean ${nearest}?`
  return `${name}: is not a setting, so it is ignored${question}`
}

/** The common prefix is left out, so that it does not make every name similar. */
function nearestSetting(name: string, known: readonly string[]): string | undefined {
  const nearest = nearestName(
    name.slice(PREFIX.length),
    known.map((each) => each.slice(PREFIX.length)),
  )
  return nearest === undefined ? undefined : `${PREFIX}${nearest}`
}
