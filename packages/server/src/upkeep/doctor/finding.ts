import type { Clock } from "../../base/clock.ts"
import type { BlobStore } from "../../blobs/blob-store.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"

/** Dependencies of an examination. */
export interface Examination {
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
  readonly clock: Clock
  /** Absolute path of the data directory. */
  readonly dataDir: string
  /** Returns true if a key of this instance decrypts a stored secret. */
  readonly canDecrypt: (sealed: string) => boolean
  /** Interval of scheduled backups; undefined if none are scheduled. */
  readonly backupIntervalMs?: number | undefined
  /** True to make safe repairs. */
  readonly isRepairing: boolean
}

/** The result of one check. */
export interface Finding {
  /** What was checked, such as `index files`. */
  readonly check: string
  /** `error`: answers or data are affected. `warning`: an operator should have a look. */
  readonly status: "ok" | "warning" | "error"
  /** One sentence about the result. */
  readonly summary: string
  /** One line per problem with what to do, at most 50. */
  readonly details: readonly string[]
  /** The repairs that were made. */
  readonly repairs: readonly string[]
}

const MAX_DETAILS = 50

/** Creates a finding. If there are many problems, lists the first ones and counts the others. */
export function findingOf(
  found: Pick<Finding, "check" | "status" | "summary"> & Partial<Pick<Finding, "details" | "repairs">>,
): Finding {
  return { ...found, details: firstOf(found.details ?? []), repairs: firstOf(found.repairs ?? []) }
}

function firstOf(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_DETAILS) return lines
  return [...lines.slice(0, MAX_DETAILS - 1), `and ${lines.length - MAX_DETAILS + 1} more`]
}
