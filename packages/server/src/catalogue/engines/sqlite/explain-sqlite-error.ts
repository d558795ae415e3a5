import Sqlite from "better-sqlite3"
import { InternalFailure } from "../../../base/errors.ts"

/** What an operator can do, by the start of SQLite's error code. */
const REMEDIES: readonly (readonly [code: string, remedy: string])[] = [
  [
    "SQLITE_CANTOPEN",
    "cannot be opened: check that its directory exists, that this user may write to it, and that its disk is not read-only",
  ],
  ["SQLITE_READONLY", "is read-only: make the file and its directory writable for this user"],
  ["SQLITE_PERM", "cannot be read: make the file readable for this user"],
  ["SQLITE_NOTADB", "is not a SQLite database, or is damaged: restore it from a backup"],
  ["SQLITE_CORRUPT", "is damaged: restore it from a backup"],
  ["SQLITE_IOERR", "cannot be read or written: check the disk"],
]

/** Adds the path of the file and a remedy to an error of SQLite; returns any other error unchanged. */
export function explainSqliteError(error: unknown, path: string): unknown {
  let cause = error
  while (cause instanceof Error && !(cause instanceof Sqlite.SqliteError)) cause = cause.cause
  if (!(cause instanceof Sqlite.SqliteError)) return error
  const { code, message } = cause
  const remedy = REMEDIES.find(([beginning]) => code.startsWith(beginning))?.[1]
  if (remedy === undefined) return error
  return new InternalFailure(`the catalogue ${path} ${remedy} (${message})`, { cause: error })
}
