import type { LibraryRecord } from "./records.ts"

/** Returns true for a library whose first ingestion failed. It has no content, so it is not offered to anyone. */
export function isFailedAddition({ state, publishedAtMs }: Pick<LibraryRecord, "state" | "publishedAtMs">): boolean {
  return state === "error" && publishedAtMs === null
}
