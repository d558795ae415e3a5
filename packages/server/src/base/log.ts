import { pino } from "pino"

/** Structured log: fields first, then the event. */
export interface Log {
  debug(fields: object, event: string): void
  info(fields: object, event: string): void
  warn(fields: object, event: string): void
  error(fields: object, event: string): void
}

/** Paths whose values never reach a log line. */
const SECRET_PATHS = [
  "authorization",
  "*.authorization",
  "headers.authorization",
  'headers["lectern_api_key"]',
  "gitToken",
  "*.gitToken",
  "token",
  "*.token",
  "password",
  "*.password",
  "key",
  "*.key",
]

/**
 * Opens the log of a process: one JSON object per line on standard error, with secrets redacted.
 *
 * @param level lowest level to write.
 */
export function openLog(level: "debug" | "info" | "warn" | "error" | "silent"): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: "[redacted]" },
    },
    pino.destination({ dest: 2, sync: true }),
  )
}

/** A log that discards everything, for tests and short commands. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
