import { ApiError } from "@lectern/client"
import { CliFailure, EXIT_CODES } from "../terminal/exit-codes.ts"
import type { Terminal } from "../terminal/terminal.ts"
import type { Session } from "./connect.ts"

/** Maximum number of ids in a hint. */
const MAX_SUGGESTIONS = 3

/** A library as it was typed. */
export interface TypedLibrary {
  /** An id, or a name that finds one; both with or without `/<version>` or `@<version>`. */
  readonly library: string
  /** Ranks the libraries with that name. */
  readonly question?: string | undefined
  /** True if the command changes the library: then a name must be exactly the one of a single library. */
  readonly isChanged?: boolean
}

/** An id without its first slash, perhaps with a version: `owner/repo`, `owner/repo/1.0`. Captures the part without the version. */
const BARE_ID = /^([^@\s/][^\s/@]*\/[^\s/@]+)(?:[/@]\S+)?$/

/**
 * Finds the id of a library. An id is returned unchanged, and `owner/repo` means `/owner/repo` if that exists. For a name, the best match is
 * used and printed.
 *
 * @returns an id, with the version in the name: `flask@3.0` becomes `/pallets/flask/3.0`.
 * @throws {CliFailure} if nothing matches, or if nothing follows the `@` of a version.
 */
export async function findLibraryId(
  session: Pick<Session, "client" | "signal">,
  terminal: Terminal,
  { library, question, isChanged = false }: TypedLibrary,
): Promise<string> {
  requireVersionAfterAt(library)
  if (library.startsWith("/")) return library
  const { client, signal } = session
  const bareId = BARE_ID.exec(library)?.[1]
  if (bareId !== undefined && (await exists(session, `/${bareId}`))) return `/${library}`
  const { name, version } = splitVersion(library)
  const { results } = await client.searchLibraries({ libraryName: name, query: question }, { signal })
  if (isChanged) requireExactName(name, results)
  const best = results[0]
  if (best === undefined) {
    throw new CliFailure(
      EXIT_CODES.notFound,
      `no library matches ${JSON.stringify(name)}`,
      "add one with: lectern add <url>",
    )
  }
  const id = version === undefined ? best.id : `${best.id}/${version}`
  terminal.note(terminal.styleNote("dim", `using ${id}`))
  return id
}

/** Returns true if an id belongs to a library, or to one that has moved. */
async function exists({ client, signal }: Pick<Session, "client" | "signal">, id: string): Promise<boolean> {
  try {
    await client.getLibrary(id, { signal })
    return true
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown
    if (thrown.status === 404 || thrown.status === 400) return false
    if (thrown.redirectUrl !== undefined) return true
    throw thrown
  }
}

/** Rejects a name that only resembles the names of libraries: the wrong library must not be changed. */
function requireExactName(name: string, results: readonly { readonly id: string; readonly title: string }[]): void {
  const wanted = name.toLowerCase()
  const [first] = results
  const named = results.filter(
    ({ id, title }) => title.toLowerCase() === wanted || id.toLowerCase().endsWith(`/${wanted}`),
  )
  if (first === undefined || (named.length === 1 && named[0] === first)) return
  const ids = (named.length === 0 ? results : named).slice(0, MAX_SUGGESTIONS).map(({ id }) => id)
  throw new CliFailure(
    EXIT_CODES.notFound,
    named.length > 1
      ? `several libraries are called ${JSON.stringify(name)}`
      : `no library is called ${JSON.stringify(name)}`,
    `use the id of the library, such as ${ids.join(" or ")}`,
  )
}

/** Rejects `flask@`, which a script writes if its variable with the version is empty: it must not get another version. */
function requireVersionAfterAt(library: string): void {
  if (!library.trim().endsWith("@")) return
  throw new CliFailure(
    EXIT_CODES.usage,
    `no version after @: ${JSON.stringify(library)}`,
    "add a version, as in flask@3.0, or remove the @",
  )
}

/** Splits a name from its version. The name itself may start with `@`: `@hono/zod@1.2`. */
function splitVersion(text: string): { readonly name: string; readonly version?: string } {
  const at = text.indexOf("@", 1)
  const version = text.slice(at + 1).trim()
  return at < 0 ? { name: text } : { name: text.slice(0, at), version }
}
