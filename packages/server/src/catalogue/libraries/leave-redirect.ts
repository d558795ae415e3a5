import type { LibraryRecord, LibraryStore } from "./records.ts"

/** The libraries, and where a version is added to one. */
interface Stores {
  readonly libraries: LibraryStore
  readonly versions: { ensure(libraryKey: string, tag: string): Promise<unknown> }
}

/**
 * Adds a library without content at the old id of a moved library, which redirects to the new one. Redirects from its earlier ids point
 * to the new id as well, so that it can move back to any of them, and nobody is redirected twice.
 *
 * @param library as it was before the move. Its new id must already be stored.
 */
export async function leaveRedirect(
  { libraries, versions }: Stores,
  { id, kind, title, description, isDescribed, ...library }: LibraryRecord,
  redirectTo: string,
): Promise<void> {
  const { isPrivate, teamspaceKey, projectKey, access, source } = library
  for (const earlier of await libraries.redirectsTo(id, teamspaceKey)) {
    await libraries.update(earlier.key, { redirectTo })
  }
  const shown = { kind, title, description, isDescribed, isPrivate, teamspaceKey, projectKey, access }
  const redirect = await libraries.add({ id, ...shown, source: { ...source, sealedToken: null } })
  if (redirect === undefined) return
  await versions.ensure(redirect.key, "")
  await libraries.update(redirect.key, { redirectTo })
}
