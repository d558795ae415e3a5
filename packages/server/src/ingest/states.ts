import { InternalFailure } from "../base/errors.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { LibraryState } from "../catalogue/libraries/records.ts"

/** The allowed state transitions of libraries and their versions, by the previous state. */
export const LIBRARY_TRANSITIONS: Readonly<Record<LibraryState, readonly LibraryState[]>> = {
  initial: ["processing"],
  // A failed refresh returns to `finalized`, because the last good index is still served.
  processing: ["finalized", "error"],
  finalized: ["processing"],
  error: ["processing"],
}

/** Lists the states that may precede the given one. */
export function statesBefore(to: LibraryState): readonly LibraryState[] {
  const states = Object.keys(LIBRARY_TRANSITIONS) as LibraryState[]
  return states.filter((from) => LIBRARY_TRANSITIONS[from].includes(to))
}

/** A version whose state changes. The library has the state of its default version, whose tag is empty. */
export interface MovedVersion {
  readonly libraryKey: string
  readonly key: string
  readonly tag: string
}

/**
 * Changes the state of a version, and of its library if it is the default version. Must be called inside a transaction. The
 * version may already have the new state: when a job is retried or taken over, its version is already `processing`.
 *
 * @param reason why a library is in state `error`, or why the last refresh failed; null clears it.
 * @throws {InternalFailure} if the transition is not allowed.
 */
export async function moveTo(
  catalogue: Catalogue,
  version: MovedVersion,
  to: LibraryState,
  reason: string | null = null,
): Promise<void> {
  const from = [...statesBefore(to), to]
  const hasMoved = await catalogue.versions.moveState(version.key, from, to)
  const isDefault = version.tag === ""
  if (!hasMoved || (isDefault && !(await catalogue.libraries.moveState(version.libraryKey, from, to, reason)))) {
    throw new InternalFailure(`library ${version.libraryKey} cannot change to state ${to} from its current state`)
  }
}
