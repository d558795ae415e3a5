import { InternalFailure } from "../base/errors.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { JobState } from "../catalogue/jobs/records.ts"
import type { LibraryState } from "../catalogue/libraries/records.ts"

/** Every transition of a library, and of a version of it, that there is; any other is refused. */
export const LIBRARY_TRANSITIONS: Readonly<Record<LibraryState, readonly LibraryState[]>> = {
  initial: ["processing"],
  // A refresh that fails goes back to `finalized`: the last good index is still served.
  processing: ["finalized", "error"],
  finalized: ["processing"],
  error: ["processing"],
}

/** Every transition of a job that there is. */
export const JOB_TRANSITIONS: Readonly<Record<JobState, readonly JobState[]>> = {
  queued: ["running", "cancelled"],
  // Back to `queued`: a retry, or a worker that stopped in order.
  running: ["succeeded", "failed", "cancelled", "queued"],
  succeeded: [],
  failed: [],
  cancelled: [],
}

/** Lists the states from which a library may come into the given one. */
export function statesBefore(to: LibraryState): readonly LibraryState[] {
  const states = Object.keys(LIBRARY_TRANSITIONS) as LibraryState[]
  return states.filter((from) => LIBRARY_TRANSITIONS[from].includes(to))
}

/** A library's version whose state moves; the state of the default version (empty tag) is the library's own. */
export interface MovedVersion {
  readonly libraryKey: string
  readonly key: string
  readonly tag: string
}

/**
 * Moves a version, and with the default version its library, by the table of transitions. Being there already is fine:
 * a job that is taken over or tried again finds its library `processing`.
 *
 * @param reason why a library is in state `error`, or why the last refresh failed; null clears it.
 * @throws {InternalFailure} when the table does not allow it. Call it inside a transaction.
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
