import type { LogEvent } from "kysely"
import type { Log } from "../base/log.ts"
import type { Timings } from "../base/timings.ts"

/** Longer statements are truncated in the log. */
const MAX_SQL_CHARACTERS = 2_000
const OPERATIONS = new Set(["select", "insert", "update", "delete"])

/** How the durations of statements are used. */
export interface StatementWatch {
  readonly timings: Timings
  readonly log: Log
  /** Statements that take longer than this are logged; 0 disables this. */
  readonly slowMs: number
}

/**
 * Creates the function that Kysely calls after each statement. It records the duration, and logs slow statements with
 * placeholders instead of the values of parameters.
 */
export function watchStatements({ timings, log, slowMs }: StatementWatch): (event: LogEvent) => void {
  return ({ query, queryDurationMillis: durationMs, level }) => {
    const operation = operationOf(query.sql)
    timings.record("catalogue", operation, durationMs)
    if (slowMs === 0 || durationMs < slowMs) return
    const statement = query.sql.slice(0, MAX_SQL_CHARACTERS)
    log.warn({ operation, ms: Math.round(durationMs), statement, hasFailed: level === "error" }, "slow statement")
  }
}

function operationOf(sql: string): string {
  const [word = ""] = /^\s{0,20}\w{1,20}/.exec(sql) ?? []
  const operation = word.trim().toLowerCase()
  if (operation === "with") return "select"
  return OPERATIONS.has(operation) ? operation : "other"
}
