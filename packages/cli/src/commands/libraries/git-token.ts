import type { CommandContext } from "../../session/command-context.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"

/**
 * Reads the access token of a repository from an environment variable. It is never an argument, because every user of
 * the machine can see arguments.
 *
 * @throws {CliFailure} if the variable is not set.
 */
export function readGitToken({ io }: CommandContext, variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined
  const token = io.environment[variable]
  if (token) return token
  throw new CliFailure(
    EXIT_CODES.usage,
    `the environment variable ${variable} is not set: it must contain the access token`,
  )
}
