import type { CliIo, CliStream } from "./cli-io.ts"

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan"

const STYLE_CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 }

/** Width of a terminal that does not tell its own. */
const DEFAULT_COLUMNS = 80

/** Where a command prints: results to stdout, everything else to stderr. */
export interface Terminal {
  /** True when results are one JSON document. */
  readonly isJson: boolean
  /** True when somebody watches stderr. */
  readonly isWatched: boolean
  readonly columns: number
  /** True when results go to a terminal that shows styles. */
  readonly isStyled: boolean
  /** Prints a line of a result for people; nothing when results are JSON. */
  print(line: string): void
  /** Prints the one JSON document; nothing when results are for people. */
  printJson(document: unknown): void
  /** Writes raw bytes or text of a result, whatever the form. Waits until they are taken. */
  writeResult(chunk: string | Uint8Array): Promise<void>
  /** Prints a line beside the result. */
  note(line: string): void
  /** Writes beside the result without a line end, for a line that is drawn again. */
  draw(text: string): void
  /** Styles text for stdout (`print`). */
  style(style: Style, text: string): string
  /** Styles text for stderr (`note`, `draw`). */
  styleNote(style: Style, text: string): string
}

/**
 * Opens the output of one command. Colours only on terminals, never with `NO_COLOR` or `TERM=dumb`; a reader that goes
 * away early (`| head`) is no error.
 */
export function openTerminal(io: CliIo, isJson: boolean): Terminal {
  const out = openSink(io.stdout)
  const err = openSink(io.stderr)
  const mayColour = !io.environment["NO_COLOR"] && io.environment["TERM"] !== "dumb"
  const styleFor = (stream: CliStream) => (style: Style, text: string) =>
    mayColour && stream.isTTY ? `\u001B[${STYLE_CODES[style]}m${text}\u001B[0m` : text
  return {
    isJson,
    isWatched: io.stderr.isTTY === true && io.environment["TERM"] !== "dumb",
    // A pseudo terminal without a size says 0.
    columns: io.stderr.columns || DEFAULT_COLUMNS,
    isStyled: mayColour && io.stdout.isTTY === true,
    print(line) {
      if (!isJson) void out(`${line}\n`)
    },
    printJson(document) {
      if (isJson) void out(`${JSON.stringify(document, null, 2)}\n`)
    },
    writeResult: out,
    note: (line) => void err(`${line}\n`),
    draw: (text) => void err(text),
    style: styleFor(io.stdout),
    styleNote: styleFor(io.stderr),
  }
}

/**
 * Waits until everything written so far is taken, so that the process may end.
 */
export async function flushOutput(io: CliIo): Promise<void> {
  await Promise.all([openSink(io.stdout)(""), openSink(io.stderr)("")])
}

/** Listeners stay for the life of a stream; one per stream is enough however many commands run. */
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
