import {
  foldLibraryId,
  LIBRARY_ID_FORM,
  type LibraryId,
  parseLibraryId,
  parseLibraryReference,
} from "@lectern/contract"
import { InvalidInput } from "../base/errors.ts"

/** Maximum number of libraries in a URL; each costs a lookup per call. */
const MAX_LIBRARIES = 50

/**
 * Parses the libraries that a URL limits a client to: `/mcp?libraries=/a/b,/c/d`.
 *
 * @param search the query of the URL, with or without its question mark.
 * @returns undefined if it names none, which means no limit.
 * @throws {InvalidInput} if the list is empty, too long, or contains something that is not a library id.
 */
export function readLibraryScope(search: string): readonly LibraryId[] | undefined {
  const values = new URLSearchParams(search).getAll("libraries")
  if (values.length === 0) return undefined
  const texts = values.flatMap((value) => value.split(",")).map((text) => text.trim())
  if (texts.length > MAX_LIBRARIES) {
    throw new InvalidInput(`libraries: at most ${MAX_LIBRARIES} are allowed, got ${texts.length}`)
  }
  const ids = texts.map((text) => {
    const id = parseLibraryId(text)
    if (id !== undefined) return id
    const found = parseLibraryReference(text)
    const advice =
      found === undefined
        ? `Use ${LIBRARY_ID_FORM}, and separate several with commas`
        : `Remove the version: ${found.id}`
    throw new InvalidInput(`libraries: ${JSON.stringify(text.slice(0, 200))} is not a library identifier. ${advice}`)
  })
  return ids.filter((id, at) => ids.findIndex((other) => foldLibraryId(other) === foldLibraryId(id)) === at)
}

/**
 * Checks that a call is about a library in the scope.
 *
 * @throws {InvalidInput} if it is not; the message lists the libraries in the scope.
 */
export function assertInScope(scope: readonly LibraryId[] | undefined, libraryId: string): void {
  const id = parseLibraryReference(libraryId)?.id ?? libraryId
  if (scope === undefined || scope.some((each) => foldLibraryId(each) === foldLibraryId(id))) return
  throw new InvalidInput(`${id} is not available here: this connection is limited to ${scope.join(", ")}`)
}

/**
 * Checks that a call that is not about one library is allowed.
 *
 * @throws {InvalidInput} if the URL limits the client to some libraries.
 */
export function assertUnlimited(scope: readonly LibraryId[] | undefined): void {
  if (scope === undefined) return
  throw new InvalidInput(`cannot add a library: this connection is limited to ${scope.join(", ")}`)
}
