import { createInterface } from "node:readline/promises"
import type { CliIo } from "./cli-io.ts"
import { CliFailure, EXIT_CODES } from "./exit-codes.ts"

/**
 * Asks a person before something is done.
 *
 * @param what names the deed for the messages, for instance `deletion`. @param refused says what did not happen.
 * @throws {CliFailure} nobody is there to ask, or the answer is not yes.
 */
export async function confirm(
  io: CliIo,
  question: string,
  { what, refused }: { readonly what: string; readonly refused: string },
): Promise<void> {
  if (!io.stdin.isTTY) {
    throw new CliFailure(EXIT_CODES.usage, `nobody is there to confirm the ${what}: add --yes`)
  }
  io.stderr.write(`${question} (y/N) `)
  const lines = createInterface({ input: io.stdin, terminal: false })
  const { value: answer } = await lines[Symbol.asyncIterator]().next()
  lines.close()
  if (!/^y(es)?$/i.test(String(answer ?? "").trim())) {
    throw new CliFailure(EXIT_CODES.failure, refused)
  }
}
