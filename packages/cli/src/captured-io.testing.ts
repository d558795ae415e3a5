import { PassThrough, Readable } from "node:stream"
import type { CliIo } from "./terminal/cli-io.ts"

/** Input and output of a command whose output a test checks. */
export interface CapturedIo extends CliIo {
  readonly outText: () => string
  readonly errText: () => string
  /** Simulates Ctrl-C. */
  readonly interrupt: () => void
}

/** Creates input and output that record what is written. */
export function captureIo(
  given: { environment?: Record<string, string>; isTerminal?: boolean; stdinText?: string } = {},
): CapturedIo {
  const [out, err] = [new PassThrough(), new PassThrough()]
  const chunksOf = new Map([out, err].map((stream) => [stream, [] as Buffer[]]))
  for (const [stream, chunks] of chunksOf) {
    stream.on("data", (chunk: Buffer) => chunks.push(chunk))
  }
  const textOf = (stream: PassThrough) => Buffer.concat(chunksOf.get(stream) ?? []).toString("utf8")
  const listeners = new Set<() => void>()
  const isTTY = given.isTerminal === true
  return {
    stdin: Object.assign(Readable.from(given.stdinText === undefined ? [] : [given.stdinText]), {
      isTTY: given.stdinText !== undefined,
    }),
    stdout: Object.assign(out, { isTTY }),
    stderr: Object.assign(err, { isTTY, columns: 100 }),
    environment: given.environment ?? {},
    onInterrupt(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    outText: () => textOf(out),
    errText: () => textOf(err),
    interrupt: () => listeners.forEach((listener) => listener()),
  }
}
