import type { CliIo, CliStream } from "./cli-io.ts"

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan"

const STYLE_CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 }

/** The sequences of `style`, or one character that a terminal may interpret (tabs and line ends are harmless). */
// oxlint-disable-next-line no-control-regex
const STYLE_OR_CONTROL = /\u001B\[(?:0|1|2|31|32|33|36)m|[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g

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
  /** Prints a line of the result; nothing with `--json`. */
  print(line: string): void
  /** Prints the result as JSON; nothing without `--json`. */
  printJson(document: unknown): void
  /** Writes raw bytes or text of the result in either form. Resolves when they have been written. */
  writeResult(chunk: string | Uint8Array): Promise<void>
  /** Prints a line to stderr. */
  note(line: string): void
  /** Writes to stderr without a line end, for lines that are redrawn. */
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
  /** Titles and messages come from documentation: of control characters, only the styles of this program are written. */
  const safe = (line: string) =>
    line.replaceAll(STYLE_OR_CONTROL, (found) => (mayColour && found.length > 1 ? found : ""))
  const styleFor = (stream: CliStream) => (style: Style, text: string) =>
    mayColour && stream.isTTY ? `\u001B[${STYLE_CODES[style]}m${text}\u001B[0m` : text
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
      if (isJson) void out(`${JSON.stringify(document, null, 2)}\n`)
    },
    writeResult: out,
    note: (line) => void err(`${safe(line)}\n`),
    draw: (text) => void err(text),
    style: styleFor(io.stdout),
    styleNote: styleFor(io.stderr),
  }
}

/** Waits until everything written so far has been flushed, so that the process can exit. */
export async function flushOutput(io: CliIo): Promise<void> {
  await Promise.all([openSink(io.stdout)(""), openSink(io.stderr)("")])
}

/** Listeners are never removed, so each stream gets only one, however many commands run in the process. */
const guardedStreams = new WeakSet<CliStream>()
const closedStreams = new WeakSet<CliStream>()

function openSink(stream: CliStream): (chunk: string | Uint8Array) => Promise<void> {
  if (!guardedStreams.has(stream)) {
    guardedStreams.add(stream)
    stream.on("error", (error) => {
      closedStreams.add(stream)
      if (error.code !== "EPIPE") {
        throw error
      }
    })
  }
  return (chunk) =>
    new Promise((resolve) => {
      if (closedStreams.has(stream)) {
        resolve()
        return
      }
      stream.write(chunk, () => resolve())
    })
}
