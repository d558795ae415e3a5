import type { LibraryRecord } from "./records.ts"

/** Returns true for a library whose first ingestion failed: it never had any content, so nobody is offered it. */
export function isFailedAddition({ state, publishedAtMs }: Pick<LibraryRecord, "state" | "publishedAtMs">): boolean {
  return state === "error" && publishedAtMs === null
}
