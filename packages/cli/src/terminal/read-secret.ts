import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import type { CliIo } from "./cli-io.ts"
import { CliFailure, EXIT_CODES } from "./exit-codes.ts"

/** Longer input is probably the wrong file instead of a secret. */
const MAX_CHARACTERS = 20_000

/**
 * Reads a secret from an environment variable, a hidden prompt or a pipe. It is never an argument, because every user
 * of the machine can see arguments.
 *
 * @param variable name of the environment variable; if undefined, standard input is read.
 * @throws {CliFailure} if there is no secret, or the input is too long for one.
 */
export async function readSecret(io: CliIo, what: string, variable: string | undefined): Promise<string> {
  if (variable !== undefined) {
    const secret = io.environment[variable]
    if (secret) return secret
    throw new CliFailure(
      EXIT_CODES.usage,
      `the environment variable ${variable} is not set: it must contain the ${what}`,
    )
  }
  const text = io.stdin.isTTY ? await promptHidden(io, what) : await readAll(io)
  const secret = text.replace(/\r?\n$/, "")
  if (secret.trim() !== "") return secret
  throw new CliFailure(
    EXIT_CODES.usage,
    `no ${what} was given: type it, pipe it in, or name an environment variable that contains it`,
  )
}

async function readAll({ stdin }: CliIo): Promise<string> {
  let text = ""
  for await (const chunk of stdin) {
    text += String(chunk)
    if (text.length > MAX_CHARACTERS)
      throw new CliFailure(
        EXIT_CODES.usage,
        `the input is too long for a secret: it has more than ${MAX_CHARACTERS} characters`,
      )
  }
  return text
}

async function promptHidden(io: CliIo, what: string): Promise<string> {
  io.stderr.write(`${what}: `)
  // readline echoes typed characters to its output; this output discards them.
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: io.stdin, output: discarded, terminal: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once("line", resolve)
      lines.once("SIGINT", () => reject(new CliFailure(EXIT_CODES.interrupted, "interrupted: nothing was sent")))
      lines.once("close", () => resolve(""))
    })
  } finally {
    lines.close()
    io.stderr.write("\n")
  }
}
