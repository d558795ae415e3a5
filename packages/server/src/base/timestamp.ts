/** Writes epoch milliseconds as ISO 8601 in UTC. */
export function timestamp(atMs: number): string {
  return new Date(atMs).toISOString()
}

/** Writes epoch milliseconds as ISO 8601 in UTC; null stays null. */
export function timestampOrNull(atMs: number | null): string | null {
  return atMs === null ? null : timestamp(atMs)
}
