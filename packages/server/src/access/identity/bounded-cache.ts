/** Entries remembered at a time; the oldest goes first. */
const MAX_ENTRIES = 10_000

/** Puts an entry into a map that must not grow without end. */
export function setBounded<Value>(map: Map<string, Value>, key: string, value: Value): void {
  const [oldest] = map.keys()
  if (map.size >= MAX_ENTRIES && oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}
