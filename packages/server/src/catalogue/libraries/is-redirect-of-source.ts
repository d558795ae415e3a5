import type { LibraryRecord } from "./records.ts"

/**
 * Returns true for a redirect that the source of a library sets, such as `redirectTo` in a `lectern.json`. A redirect
 * that Lectern leaves at the old id of a moved library has never been published.
 */
export function isRedirectOfSource({
  redirectTo,
  publishedAtMs,
}: Pick<LibraryRecord, "redirectTo" | "publishedAtMs">): boolean {
  return redirectTo !== null && publishedAtMs !== null
}
