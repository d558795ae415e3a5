/**
 * Reads a lockfile of Yarn 1: blocks whose first line lists `name@range` keys, in quotes where needed.
 *
 * @returns a look-up of the version by name and range.
 */
export function readYarnClassic(text: string): (name: string, requirement: string) => string | undefined {
  const versions = new Map<string, string>()
  let keys: string[] = []
  for (const line of text.split(/\r?\n/)) {
    if (/^\S.*:$/.test(line) && !line.startsWith("#")) {
      keys = line
        .slice(0, -1)
        .split(",")
        .map((key) => key.trim().replace(/^"|"$/g, ""))
      continue
    }
    const version = /^ {2}version "([^"]+)"$/.exec(line)?.[1]
    if (version !== undefined) for (const key of keys) versions.set(key, version)
  }
  return (name, requirement) => versions.get(`${name}@${requirement}`)
}
