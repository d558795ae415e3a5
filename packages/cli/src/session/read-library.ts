import { ApiError } from "@lectern/client"
import type { LibraryRecord } from "@lectern/contract"
import type { Terminal } from "../terminal/terminal.ts"
import type { Session } from "./connect.ts"

/** Maximum number of redirects that are followed from one library to the next; more indicate a cycle. */
const MAX_REDIRECTS = 5

/**
 * Reads a library. The old id of a moved library has a record without content, so the record at the new id is returned instead, and the move is
 * printed. A library that has content, but whose source names a replacement, is returned as it is.
 *
 * @param libraryId without a version.
 * @throws {ApiError}
 */
export async function readLibrary(
  session: Pick<Session, "client" | "signal">,
  terminal: Terminal,
  libraryId: string,
): Promise<LibraryRecord> {
  const { client, signal } = session
  let library = await client.getLibrary(libraryId, { signal })
  for (let followed = 0; followed < MAX_REDIRECTS && isEmptyRedirect(library); followed++) {
    const target = await readTarget(session, library.redirectTo)
    if (target === undefined) return library
    terminal.note(describeMove(library))
    library = target
  }
  return library
}

/** Says where a library has moved. */
export function describeMove({ id, redirectTo }: Pick<LibraryRecord, "id" | "redirectTo">): string {
  return `${id} has moved to ${redirectTo}`
}

function isEmptyRedirect(library: LibraryRecord): library is LibraryRecord & { readonly redirectTo: string } {
  return library.redirectTo !== null && library.files === null
}

/** @returns undefined if the new library has been deleted, or the caller may not see it. */
async function readTarget(
  { client, signal }: Pick<Session, "client" | "signal">,
  libraryId: string,
): Promise<LibraryRecord | undefined> {
  try {
    return await client.getLibrary(libraryId, { signal })
  } catch (thrown) {
    if (thrown instanceof ApiError && (thrown.status === 404 || thrown.status === 403)) return undefined
    throw thrown
  }
}
