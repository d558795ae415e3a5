import { createInterface } from "node:readline/promises"
import type { CliIo } from "./cli-io.ts"
import { CliFailure, EXIT_CODES } from "./exit-codes.ts"

/**
 * Prompts for confirmation.
 *
 * @param what names the action in messages, such as `deletion`. @param refused message after the answer "no".
 * @throws {CliFailure} if standard input is not a terminal, or the answer is not "yes".
 */
export async function confirm(
  io: CliIo,
  question: string,
  { what, refused }: { readonly what: string; readonly refused: string },
): Promise<void> {
  if (!io.stdin.isTTY) {
    throw new CliFailure(
      EXIT_CODES.usage,
      `the ${what} requires confirmation, and standard input is not a terminal: add --yes`,
    )
  }
  io.stderr.write(`${question} (y/N) `)
  const lines = createInterface({ input: io.stdin, terminal: false })
  const { value: answer } = await lines[Symbol.asyncIterator]().next()
  lines.close()
  if (!/^y(es)?$/i.test(String(answer ?? "").trim())) {
    throw new CliFailure(EXIT_CODES.failure, refused)
  }
}
