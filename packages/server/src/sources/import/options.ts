import { z } from "zod"
import type { SourceRecord } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** Imports have no options. */
export const ImportOptions = z.object({})

/** A library that came as a bundle from another instance. */
export interface ImportSource {
  readonly kind: "import"
  /** Address that the library was once read from; empty when the bundle has none. */
  readonly url: string
  readonly branch: string | null
}

/** Reads an import from its record. */
export function importSourceOf({ url, branch }: SourceRecord): ImportSource {
  return { kind: "import", url, branch }
}

/** Makes the record of an import. */
export function importRecordOf({ kind, url, branch }: ImportSource): SourceRecord {
  return recordWith(kind, url, { branch })
}
