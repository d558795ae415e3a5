import type { Dialect, KyselyPlugin } from "kysely"
import type { Database } from "../schema.ts"

/** What differs between the databases a catalogue can live in. */
export interface CatalogueEngine {
  readonly dialect: Dialect
  readonly plugins?: readonly KyselyPlugin[]
  /** Makes sure that no other process claims a job before the given transaction ends. */
  lockClaims(transaction: Database): Promise<void>
}
