import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import Sqlite from "better-sqlite3"
import { inheritOwner } from "../../../base/inherit-owner.ts"
import { makeFolder } from "../../../base/make-folder.ts"
import type { Catalogue } from "../../catalogue.ts"
import { type CatalogueDependencies, createCatalogue } from "../../create-catalogue.ts"
import { explainSqliteError } from "./explain-sqlite-error.ts"
import { isBusy, SharedSqliteDialect } from "./sqlite-dialect.ts"
import { watchForChanges } from "./watch-for-changes.ts"

/** How long SQLite may block the thread while it waits for a lock. Longer waits do not block the event loop. */
const BLOCKING_TIMEOUT_MS = 2
/** Switching a new file to write-ahead logging fails immediately while another process does the same. */
const JOURNAL_ATTEMPTS = 50
const JOURNAL_RETRY_MS = 20

/**
 * Opens the catalogue in a SQLite file, or creates it. Call `migrate` before using it.
 *
 * @param path the file, whose directory is created if necessary, or `:memory:`.
 */
export async function openSqliteCatalogue(path: string, environment: CatalogueDependencies): Promise<Catalogue> {
  if (path !== ":memory:") {
    await makeFolder(dirname(path))
  }
  const isNewFile = path !== ":memory:" && !existsSync(path)
  const database = openDatabase(path)
  try {
    if (isNewFile) await inheritOwner(path)
    await useWriteAheadLog(database)
    database.pragma("synchronous = NORMAL")
    database.pragma("foreign_keys = ON")
  } catch (error) {
    database.close()
    throw explainSqliteError(error, path)
  }
  const catalogue = createCatalogue(new SharedSqliteDialect(database), environment)
  const migrate = () =>
    catalogue.migrate().catch((error: unknown) => {
      throw explainSqliteError(error, path)
    })
  const notices = watchForChanges(database)
  const close = async () => {
    notices.close()
    await catalogue.close()
  }
  return { ...catalogue, migrate, notices, close }
}

function openDatabase(path: string): Sqlite.Database {
  try {
    return new Sqlite(path, { timeout: BLOCKING_TIMEOUT_MS })
  } catch (error) {
    throw explainSqliteError(error, path)
  }
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
