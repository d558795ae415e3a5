import { mkdir } from "node:fs/promises"
import { dirname } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import Sqlite from "better-sqlite3"
import type { Clock } from "../../../base/clock.ts"
import type { Log } from "../../../base/log.ts"
import type { Catalogue } from "../../catalogue.ts"
import { createCatalogue } from "../../create-catalogue.ts"
import { isBusy, SharedSqliteDialect } from "./sqlite-dialect.ts"

/** How long SQLite itself may sleep on a lock; what lasts longer is waited for without blocking the process. */
const BLOCKING_TIMEOUT_MS = 2
/** Switching a new file to write-ahead logging fails at once while another process does the same. */
const JOURNAL_ATTEMPTS = 50
const JOURNAL_RETRY_MS = 20

/**
 * Opens the catalogue in a SQLite file, or makes it; `migrate` must run before it is used.
 *
 * @param path file, its folder is made when missing; `:memory:` for one that lives as long as the process.
 */
export async function openSqliteCatalogue(
  path: string,
  environment: { readonly clock: Clock; readonly log: Log },
): Promise<Catalogue> {
  if (path !== ":memory:") {
    await mkdir(dirname(path), { recursive: true })
  }
  const database = new Sqlite(path, { timeout: BLOCKING_TIMEOUT_MS })
  try {
    await useWriteAheadLog(database)
    database.pragma("synchronous = NORMAL")
    database.pragma("foreign_keys = ON")
  } catch (error) {
    database.close()
    throw error
  }
  // Every transaction holds the file's write lock from its beginning, so claims exclude each other without more.
  const engine = { dialect: new SharedSqliteDialect(database), lockClaims: () => Promise.resolve() }
  return createCatalogue(engine, environment)
}

async function useWriteAheadLog(database: Sqlite.Database): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      database.pragma("journal_mode = WAL")
      return
    } catch (error) {
      if (!isBusy(error) || attempt === JOURNAL_ATTEMPTS) {
        throw error
      }
      await delay(JOURNAL_RETRY_MS)
    }
  }
}
