import type { Dialect, KyselyPlugin } from "kysely"
import type { Database } from "../schema/database.ts"

/** What differs between the databases that a catalogue can use. */
export interface CatalogueEngine {
  readonly dialect: Dialect
  readonly plugins?: readonly KyselyPlugin[]
  /** Keeps other processes from claiming work until the transaction ends. */
  lockClaims(transaction: Database): Promise<void>
}
