import { z } from "zod"
import type { SourceRecord } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** Imports have no options. */
export const ImportOptions = z.object({})

/** A library that was imported from another instance. */
export interface ImportSource {
  readonly kind: "import"
  /** Source URL on that instance; empty if the bundle has none. */
  readonly url: string
  readonly branch: string | null
}

/** Converts a record to an import. */
export function importSourceOf({ url, branch }: SourceRecord): ImportSource {
  return { kind: "import", url, branch }
}

/** Converts an import to a record. */
export function importRecordOf({ kind, url, branch }: ImportSource): SourceRecord {
  return recordWith(kind, url, { branch })
}
