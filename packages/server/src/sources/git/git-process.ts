import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process"
import { once } from "node:events"
import { SourceTimeout } from "../base/errors.ts"
import type { GitEnvironmentVariables } from "./git-environment.ts"
import { limitedGit, MAX_COMMAND_MS } from "./git-limits.ts"

/** Error messages of git are short; the rest of the output is dropped. */
const MAX_STDERR_CHARACTERS = 16_384

/** Thrown if a git command exits with a status other than 0; the caller interprets it. */
export class GitCommandFailed extends Error {
  readonly status: number | string
  readonly stderr: string
  constructor(command: string, status: number | string, stderr: string) {
    super(`git ${command} exited with ${status}`)
    this.name = "GitCommandFailed"
    this.status = status
    this.stderr = stderr
  }
}

/** Where and how to run a git command. */
export interface GitRun {
  /** The repository directory (`GIT_DIR`), which is also the working directory. */
  readonly directory: string
  readonly environment: GitEnvironmentVariables
  readonly signal: AbortSignal
  /** Written to standard input, which is then closed. */
  readonly input?: string | undefined
  /** Receives chunks of standard output; an error that it throws ends the command and is rethrown. */
  readonly onOutput?: (chunk: Buffer) => void
  /** Maximum run time in milliseconds; defaults to `MAX_COMMAND_MS`. */
  readonly timeLimitMs?: number
}

/** A git process with open input and output. */
export interface GitProcess {
  readonly child: ChildProcessWithoutNullStreams
  /** Its standard error output so far. */
  stderr(): string
  /** Kills it and all its child processes. */
  kill(): void
}

const runningGroups = new Set<number>()

/**
 * Starts git as the leader of its own process group, with the limits of `git-limits.ts`.
 *
 * @param args the command and its arguments; untrusted text only after `--`.
 */
export function startGit(args: readonly string[], run: Pick<GitRun, "directory" | "environment">): GitProcess {
  const limited = limitedGit(args)
  const child = spawn(limited.command, limited.args, {
    cwd: run.directory,
    env: { ...run.environment, GIT_DIR: run.directory },
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  })
  const group = child.pid
  if (group !== undefined) register(group, child)
  let stderr = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR_CHARACTERS)
  })
  // A process that exits early closes its input; its exit status is more informative than the broken pipe.
  child.stdin.on("error", () => undefined)
  return { child, stderr: () => stderr, kill: () => group !== undefined && killGroup(group) }
}

/**
 * Runs a git command until it exits.
 *
 * @returns its standard error output: warnings, because the command succeeded.
 * @throws {GitCommandFailed} {SourceTimeout} The signal's reason if it is aborted; all its child processes have then
 *   been killed.
 */
export async function runGit(args: readonly string[], run: GitRun): Promise<string> {
  run.signal.throwIfAborted()
  const git = startGit(args, run)
  let thrown: { readonly error: unknown } | undefined
  const stop = (error: unknown) => {
    thrown ??= { error }
    git.kill()
  }
  const onAbort = () => stop(run.signal.reason)
  run.signal.addEventListener("abort", onAbort, { once: true })
  const { timeLimitMs = MAX_COMMAND_MS } = run
  const timer = setTimeout(
    () => stop(new SourceTimeout(`git ${args[0] ?? ""} took longer than ${timeLimitMs / 1000} seconds`)),
    timeLimitMs,
  )
  git.child.stdout.on("data", (chunk: Buffer) => {
    try {
      if (thrown === undefined) run.onOutput?.(chunk)
    } catch (error) {
      stop(error)
    }
  })
  git.child.stdin.end(run.input ?? "")
  try {
    const [status, killedBy] = (await once(git.child, "close")) as [number | null, string | null]
    if (thrown !== undefined) throw thrown.error
    if (status !== 0) throw new GitCommandFailed(args[0] ?? "", status ?? killedBy ?? "", git.stderr())
    return git.stderr()
  } finally {
    run.signal.removeEventListener("abort", onAbort)
    clearTimeout(timer)
  }
}

function register(group: number, child: ChildProcessWithoutNullStreams): void {
  if (runningGroups.size === 0) process.on("exit", killAllGroups)
  runningGroups.add(group)
  child.once("close", () => {
    runningGroups.delete(group)
    if (runningGroups.size === 0) process.off("exit", killAllGroups)
  })
}

function killAllGroups(): void {
  for (const group of runningGroups) killGroup(group)
}

function killGroup(group: number): void {
  try {
    process.kill(-group, "SIGKILL")
  } catch (error) {
    // The process group has already exited.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}
