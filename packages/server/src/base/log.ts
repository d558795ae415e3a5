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
    harmlessLines(pino.destination({ dest: 2, sync: true })),
  )
}

/** Control characters that JSON does not escape. A log line may quote untrusted text, and terminals interpret them. */
const C1_CONTROL = /[\u007f-\u009f\u2028\u2029]/g

/** Escapes the control characters in lines of JSON that a terminal would interpret. */
export function harmlessLines(destination: { write(line: string): unknown }): { write(line: string): void } {
  return {
    write(line) {
      destination.write(
        line.replaceAll(C1_CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
      )
    },
  }
}

/** A log that buffers its lines until it is released, so that the message for people at the start comes first. */
export interface HeldLog extends Log {
  /** Writes the buffered lines; later lines are written immediately. Safe to call twice. */
  release(): void
}

/** Wraps a log so that it buffers its lines until it is released. */
export function holdLog(log: Log): HeldLog {
  let held: (() => void)[] | undefined = []
  const at =
    (level: "debug" | "info" | "warn" | "error") =>
    (fields: object, event: string): void => {
      if (held === undefined) log[level](fields, event)
      else held.push(() => log[level](fields, event))
    }
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    release() {
      const lines = held ?? []
      held = undefined
      for (const write of lines) write()
    },
  }
}

/** A log that discards everything, for tests and short commands. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
