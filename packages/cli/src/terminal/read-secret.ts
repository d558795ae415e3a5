import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import type { CliIo } from "./cli-io.ts"
import { CliFailure, EXIT_CODES } from "./exit-codes.ts"

/** Longer input is no secret, but a file by mistake. */
const MAX_CHARACTERS = 20_000

/**
 * Reads a secret from an environment variable, from a person who types it unseen, or from what is piped in. Never from
 * an argument: those can be seen by every user of the machine.
 *
 * @param variable name of the environment variable; left out: standard input is read.
 * @throws {CliFailure} there is none, or more than a secret.
 */
export async function readSecret(io: CliIo, what: string, variable: string | undefined): Promise<string> {
  if (variable !== undefined) {
    const secret = io.environment[variable]
    if (secret) return secret
    throw new CliFailure(
      EXIT_CODES.usage,
      `the environment variable ${variable} is not set; it should hold the ${what}`,
    )
  }
  const text = io.stdin.isTTY ? await askUnseen(io, what) : await readAll(io)
  const secret = text.replace(/\r?\n$/, "")
  if (secret.trim() !== "") return secret
  throw new CliFailure(
    EXIT_CODES.usage,
    `no ${what} was given: type it, pipe it in, or name the environment variable that holds it`,
  )
}

async function readAll({ stdin }: CliIo): Promise<string> {
  let text = ""
  for await (const chunk of stdin) {
    text += String(chunk)
    if (text.length > MAX_CHARACTERS)
      throw new CliFailure(EXIT_CODES.usage, "what was piped in is too long for a secret")
  }
  return text
}

async function askUnseen(io: CliIo, what: string): Promise<string> {
  io.stderr.write(`${what}: `)
  // A terminal in the hands of readline shows what readline writes, and this takes it.
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: io.stdin, output: unseen, terminal: true })
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
