import { CliFailure, EXIT_CODES } from "../terminal/exit-codes.ts"
import type { Terminal } from "../terminal/terminal.ts"
import type { Session } from "./connect.ts"

/** A library as it was typed. */
export interface TypedLibrary {
  /** An id, or a name that finds one; both with or without `/<version>` or `@<version>`. */
  readonly library: string
  /** Ranks the libraries with that name. */
  readonly question?: string | undefined
}

/**
 * Finds the id of a library. An id is returned unchanged; for a name, the best match is used and printed.
 *
 * @returns an id, with the version in the name: `flask@3.0` becomes `/pallets/flask/3.0`.
 * @throws {CliFailure} if nothing matches, or if nothing follows the `@` of a version.
 */
export async function findLibraryId(
  { client, signal }: Pick<Session, "client" | "signal">,
  terminal: Terminal,
  { library, question }: TypedLibrary,
): Promise<string> {
  requireVersionAfterAt(library)
  if (library.startsWith("/")) return library
  const { name, version } = splitVersion(library)
  const { results } = await client.searchLibraries({ libraryName: name, query: question }, { signal })
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
