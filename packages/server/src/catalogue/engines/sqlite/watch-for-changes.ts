import type Sqlite from "better-sqlite3"
import { CHANGE_NOTICES, type ChangeNotice, type ChangeNotices } from "../../change-notices.ts"

/** Time between two checks, which read two counters without a query on a table. */
const CHECK_INTERVAL_MS = 250

/** Notices of changes in a SQLite file. */
export interface SqliteNotices extends ChangeNotices {
  /** Stops checking for changes. */
  close(): void
}

/**
 * Prepares to watch a SQLite file; checks start with the first subscription. SQLite counts the commits of other connections
 * (`data_version`, https://www.sqlite.org/pragma.html#pragma_data_version) and the rows that this connection changed, but not what
 * was changed, so every kind of notice is sent after each change.
 */
export function watchForChanges(database: Sqlite.Database): SqliteNotices {
  const commitsOfOthers = database.prepare("pragma data_version").pluck()
  const ownChanges = database.prepare("select total_changes()").pluck()
  const listeners = new Set<(notice: ChangeNotice) => void>()
  let timer: NodeJS.Timeout | undefined
  let seen = ""

  const readCounts = () => `${String(commitsOfOthers.get())} ${String(ownChanges.get())}`
  function check(): void {
    try {
      const counts = readCounts()
      if (counts === seen) return
      seen = counts
    } catch {
      // The file is locked. The next check will notice the change, and readers poll as well.
      return
    }
    for (const notice of CHANGE_NOTICES) for (const onNotice of listeners) onNotice(notice)
  }
  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    get isLive() {
      return timer !== undefined
    },
    subscribe(onNotice) {
      listeners.add(onNotice)
      timer ??= setInterval(check, CHECK_INTERVAL_MS).unref()
      return () => {
        listeners.delete(onNotice)
        if (listeners.size === 0) stop()
      }
    },
    close: stop,
  }
}
