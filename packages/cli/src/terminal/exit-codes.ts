import { ApiError, describeRetry, RequestTimedOut, ServerUnreachable } from "@lectern/client"
import { explainFileError, type FileUse } from "./file-failure.ts"
import { inOptionWords } from "./option-words.ts"
import { messageOf } from "./message-of.ts"

/** Exit codes of all commands. */
export const EXIT_CODES = {
  ok: 0,
  /** The command failed, or the job that it waited for failed. */
  failure: 1,
  /** Invalid arguments or settings. */
  usage: 2,
  /** The library, version, job or file does not exist, or nothing was found. */
  notFound: 3,
  /** The key is missing, invalid or lacks the permission. */
  notAllowed: 4,
  unreachable: 5,
  /** Ctrl-C; by the convention of shells, 128 plus the number of SIGINT. */
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES]

/** Ends a command with a message and an exit code. */
export class CliFailure extends Error {
  readonly exitCode: ExitCode
  /** Advice for the user, printed on a separate line. */
  readonly hint: string | undefined

  constructor(exitCode: ExitCode, message: string, hint?: string) {
    super(message)
    this.name = "CliFailure"
    this.exitCode = exitCode
    this.hint = hint
  }
}

/** Converts an error of the file system to one that names the file and says what to do; returns any other error unchanged. */
export function asFileFailure(thrown: unknown, use: FileUse = {}): unknown {
  const failure = explainFileError(thrown, use)
  if (failure === undefined) return thrown
  const { isMissing, message, hint } = failure
  return new CliFailure(isMissing ? EXIT_CODES.notFound : EXIT_CODES.failure, message, hint)
}

/** A failure in the form in which the command line reports it. */
export interface Failure {
  readonly exitCode: ExitCode
  /** An error code of the contract, or one of the command line. */
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

/** Converts an error of a command to a message and an exit code. */
export function explainFailure(given: unknown): Failure {
  const thrown = asFileFailure(given)
  if (thrown instanceof CliFailure) {
    return { exitCode: thrown.exitCode, code: nameOf(thrown.exitCode), message: thrown.message, hint: thrown.hint }
  }
  if (thrown instanceof ApiError) {
    return {
      exitCode: exitCodeOf(thrown),
      code: thrown.code,
      message: inOptionWords(thrown.message),
      hint: hintFor(thrown),
    }
  }
  if (thrown instanceof ServerUnreachable) {
    const hint = "start one with: lectern serve, choose another with --url, or work on the data directory with --local"
    return { exitCode: EXIT_CODES.unreachable, code: "unreachable", message: thrown.message, hint }
  }
  if (thrown instanceof RequestTimedOut) {
    return { exitCode: EXIT_CODES.unreachable, code: "timeout", message: thrown.message }
  }
  if (thrown instanceof Error && "code" in thrown && thrown.code === "ERR_DLOPEN_FAILED") {
    const message = `cannot load a native addon: it was installed for a different version of Node than ${process.version}`
    const hint = "run npm rebuild in the folder where Lectern is installed; in a clone: npm start"
    return { exitCode: EXIT_CODES.failure, code: nameOf(EXIT_CODES.failure), message, hint }
  }
  const message = messageOf(thrown)
  const isBadSetting = thrown instanceof Error && "problems" in thrown
  const isBadArgument = thrown instanceof TypeError && /library id|address of a server/.test(message)
  const exitCode = isBadSetting || isBadArgument ? EXIT_CODES.usage : EXIT_CODES.failure
  return { exitCode, code: nameOf(exitCode), message }
}

function exitCodeOf(error: ApiError): ExitCode {
  switch (error.status) {
    case 400:
      return EXIT_CODES.usage
    case 401:
    case 403:
      return EXIT_CODES.notAllowed
    case 404:
      return EXIT_CODES.notFound
    default:
      return EXIT_CODES.failure
  }
}

function hintFor(error: ApiError): string | undefined {
  switch (error.code) {
    case "invalid_api_key":
      return "set LECTERN_API_KEY or --api-key; create a key with: lectern admin create-key"
    case "password_change_required":
      return "set a password with: lectern admin set-password"
    case "library_not_found":
      return "find it with: lectern search <name>, or add it with: lectern add <url>"
    case "library_not_finalized":
      return "show its progress with: lectern status"
    case "library_redirected":
      return error.redirectUrl === undefined ? undefined : `use ${error.redirectUrl} instead`
    default:
      return describeRetry(error)
  }
}

function nameOf(exitCode: ExitCode): string {
  const found = Object.entries(EXIT_CODES).find(([, code]) => code === exitCode)
  return found?.[0] ?? "failure"
}
