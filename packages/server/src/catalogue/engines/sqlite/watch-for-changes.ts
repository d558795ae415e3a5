import type Sqlite from "better-sqlite3"
import { CHANGE_NOTICES, type ChangeNotice, type ChangeNotices } from "../../change-notices.ts"

/** Time between two looks at the file. A look takes 20 µs, a tenth of a query. */
const LOOK_INTERVAL_MS = 250

/** Notices of changes in a SQLite file. */
export interface SqliteNotices extends ChangeNotices {
  /** Stops looking for changes. */
  close(): void
}

/**
 * Prepares to watch a SQLite file; the first subscription starts it. SQLite counts the commits of other connections
 * (`data_version`, https://www.sqlite.org/pragma.html#pragma_data_version) and the rows changed by its own, but does not tell
 * what they changed, so every kind of notice is sent after a change.
 */
export function watchForChanges(database: Sqlite.Database): SqliteNotices {
  const commitsOfOthers = database.prepare("pragma data_version").pluck()
  const ownChanges = database.prepare("select total_changes()").pluck()
  const listeners = new Set<(notice: ChangeNotice) => void>()
  let timer: NodeJS.Timeout | undefined
  let seen = ""

  const readCounts = () => `${String(commitsOfOthers.get())} ${String(ownChanges.get())}`
  function look(): void {
    try {
      const counts = readCounts()
      if (counts === seen) return
      seen = counts
    } catch {
      // The file is locked. The next look sees the change, and readers poll besides.
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
      timer ??= setInterval(look, LOOK_INTERVAL_MS).unref()
      return () => {
        listeners.delete(onNotice)
        if (listeners.size === 0) stop()
      }
    },
    close: stop,
  }
}
