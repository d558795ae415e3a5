import { foldLibraryId, type LibraryId, parseLibraryId, parseLibraryReference } from "@lectern/contract"
import { InvalidInput } from "../base/errors.ts"

/** Libraries that one address may name; each costs a look-up per call. */
const MAX_LIBRARIES = 50

/**
 * Reads the libraries that an address holds a client to: `/mcp?libraries=/a/b,/c/d`.
 *
 * @param search the query of the address, with or without its question mark.
 * @returns undefined when the address names none, which is no limit.
 * @throws {InvalidInput} the list is empty, too long, or holds something that is not a library identifier.
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
      found === undefined ? "Use /owner/repo, and separate several with commas" : `Remove the version: ${found.id}`
    throw new InvalidInput(`libraries: ${JSON.stringify(text.slice(0, 200))} is not a library identifier. ${advice}`)
  })
  return ids.filter((id, at) => ids.findIndex((other) => foldLibraryId(other) === foldLibraryId(id)) === at)
}

/**
 * Lets a call for a library pass, or refuses it.
 *
 * @throws {InvalidInput} the library is not one of the scope; the message lists those that are.
 */
export function assertInScope(scope: readonly LibraryId[] | undefined, libraryId: string): void {
  const id = parseLibraryReference(libraryId)?.id ?? libraryId
  if (scope === undefined || scope.some((each) => foldLibraryId(each) === foldLibraryId(id))) return
  throw new InvalidInput(`${id} is not available here: this connection is limited to ${scope.join(", ")}`)
}

/**
 * Lets a call pass that reaches beyond any set of libraries.
 *
 * @throws {InvalidInput} the address holds the client to a set.
 */
export function assertUnlimited(scope: readonly LibraryId[] | undefined): void {
  if (scope === undefined) return
  throw new InvalidInput(`cannot add a library: this connection is limited to ${scope.join(", ")}`)
}
