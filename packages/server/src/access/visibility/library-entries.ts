import { type LibraryAttributes, withoutWww } from "./library-attributes.ts"

/** Returns true if a list contains a library. */
export type EntryMatcher = (facts: LibraryAttributes) => boolean

const nothing: EntryMatcher = () => false

/**
 * Compiles a list of libraries for fast checks.
 *
 * @param entries `/org/repo`, `/org` (everything below it) or `example.com` (everything from that domain and its
 *   subdomains), in any letter case.
 */
export function matchEntries(entries: readonly string[]): EntryMatcher {
  if (entries.length === 0) return nothing
  const [ids, owners, domains] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const entry of entries.map(canonicalEntry)) {
    if (!entry.startsWith("/")) domains.add(entry)
    else if (entry.includes("/", 1)) ids.add(entry)
    else owners.add(entry)
  }
  return ({ foldedId, host }) =>
    ids.has(foldedId) ||
    (owners.size > 0 && owners.has(foldedId.slice(0, foldedId.indexOf("/", 1)))) ||
    (domains.size > 0 && isBelow(host, domains))
}

/** Returns the form in which entries are stored and compared. */
export function canonicalEntry(entry: string): string {
  const folded = entry.toLowerCase()
  return folded.startsWith("/") ? folded : withoutWww(folded)
}

function isBelow(host: string, domains: ReadonlySet<string>): boolean {
  for (let rest = host; rest !== "";) {
    if (domains.has(rest)) return true
    const dot = rest.indexOf(".")
    rest = dot < 0 ? "" : rest.slice(dot + 1)
  }
  return false
}
