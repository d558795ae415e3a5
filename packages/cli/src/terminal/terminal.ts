import { randomInt } from "node:crypto"
import type { CliIo, CliStream } from "./cli-io.ts"

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan"

const STYLE_CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 }

/**
 * Characters and sequences that a terminal may interpret, including the remains of a truncated style. Tabs and line
 * endings are harmless.
 */
const CONTROL =
  "\\u001B\\[[\\d;]{0,20}m|[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F]|\\uFDD0[\\uE000-\\uF8FF]{0,8}\\d{0,2}|\\uFDD1"
const C1_CONTROL = /[\u007F-\u009F\u2028\u2029]/g
/** The allowed start of drawn text: a return to the start of the line, and the sequence that erases it. */
const REDRAW = /^\r(?:\u001B\[2K)?/

const PRIVATE_USE = { first: 0xe000, count: 6_400 }
const SECRET_CHARACTERS = 6

/** Width of a terminal that does not report one. */
const DEFAULT_COLUMNS = 80

/** Output of a command: results go to stdout, everything else to stderr. */
export interface Terminal {
  /** True if the result is printed as one JSON document. */
  readonly isJson: boolean
  /** True if stderr is a terminal that can redraw lines. */
  readonly isWatched: boolean
  readonly columns: number
  /** True if stdout is a terminal that supports styles. */
  readonly isStyled: boolean
  /** Prints a line of the result; does nothing with `--json`. */
  print(line: string): void
  /** Prints the result as JSON; does nothing without `--json`. */
  printJson(document: unknown): void
  /** Writes raw bytes or text of the result, with or without `--json`. Resolves when they have been written. */
  writeResult(chunk: string | Uint8Array): Promise<void>
  /** Prints a line to stderr. */
  note(line: string): void
  /**
   * Writes to stderr without a line ending, for lines that are redrawn: text after `\\r` and the sequence that erases a
   * line.
   */
  draw(text: string): void
  /** Styles text for stdout (`print`). */
  style(style: Style, text: string): string
  /** Styles text for stderr (`note`, `draw`). */
  styleNote(style: Style, text: string): string
}

/**
 * Opens the output of one command. Colours are used only on terminals, never with `NO_COLOR` or `TERM=dumb`. A pipe
 * that closes early (`| head`) is not an error.
 */
export function openTerminal(io: CliIo, isJson: boolean): Terminal {
  const out = openSink(io.stdout)
  const err = openSink(io.stderr)
  const mayColour = !io.environment["NO_COLOR"] && io.environment["TERM"] !== "dumb"
  // Titles and messages come from documentation, so they must not contain control characters or styles of their own.
  // Lectern's own styles are marked with a secret until they are written.
  const secret = drawSecret()
  const mark = (code: number) => `\uFDD0${secret}${code}\uFDD1`
  const styleOrControl = new RegExp(`\\uFDD0${secret}(\\d{1,2})\\uFDD1|${CONTROL}`, "g")
  const safe = (line: string) =>
    line.replaceAll(styleOrControl, (_, code?: string) => (mayColour && code !== undefined ? `\u001B[${code}m` : ""))
  const styleFor = (stream: CliStream) => (style: Style, text: string) =>
    mayColour && stream.isTTY ? mark(STYLE_CODES[style]) + text + mark(0) : text
  return {
    isJson,
    isWatched: io.stderr.isTTY === true && io.environment["TERM"] !== "dumb",
    // A pseudo terminal without a size reports 0.
    columns: io.stderr.columns || DEFAULT_COLUMNS,
    isStyled: mayColour && io.stdout.isTTY === true,
    print(line) {
      if (!isJson) void out(`${safe(line)}\n`)
    },
    printJson(document) {
      if (isJson) void out(`${JSON.stringify(document, null, 2).replaceAll(C1_CONTROL, escapeCharacter)}\n`)
    },
    writeResult: out,
    note: (line) => void err(`${safe(line)}\n`),
    draw(text) {
      const [start = ""] = REDRAW.exec(text) ?? []
      void err(start + safe(text.slice(start.length)))
    },
    style: styleFor(io.stdout),
    styleNote: styleFor(io.stderr),
  }
}

function drawSecret(): string {
  const draw = () => String.fromCharCode(PRIVATE_USE.first + randomInt(PRIVATE_USE.count))
  return Array.from({ length: SECRET_CHARACTERS }, draw).join("")
}

/** Escapes characters that terminals interpret but JSON leaves unchanged. */
function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
}

/** Waits until everything written so far has been flushed, so that the process can exit. */
export async function flushOutput(io: CliIo): Promise<void> {
  await Promise.all([openSink(io.stdout)(""), openSink(io.stderr)("")])
}

/**
 * Keeps the process running if the reader of its output disappears. Call this before anything else: a stream can fail
 * while a command is waiting, before it has written anything.
 */
export function guardOutput({ stdout, stderr }: CliIo): void {
  for (const stream of [stdout, stderr]) guard(stream)
}

/** Listeners are never removed, so each stream gets only one, no matter how many commands run in the process. */
const guardedStreams = new WeakSet<CliStream>()
const closedStreams = new WeakSet<CliStream>()

function guard(stream: CliStream): void {
  if (guardedStreams.has(stream)) return
  guardedStreams.add(stream)
  stream.on("error", (error) => {
    closedStreams.add(stream)
    if (error.code !== "EPIPE") {
      throw error
    }
  })
}

function openSink(stream: CliStream): (chunk: string | Uint8Array) => Promise<void> {
  guard(stream)
  return (chunk) =>
    new Promise((resolve) => {
      if (closedStreams.has(stream)) {
        resolve()
        return
      }
      stream.write(chunk, () => resolve())
    })
}
