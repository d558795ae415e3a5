import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process"
import { once } from "node:events"
import { SourceTimeout } from "../base/errors.ts"
import type { GitEnvironmentVariables } from "./git-environment.ts"
import { limitedGit, MAX_COMMAND_MS } from "./git-limits.ts"

/** What git says when it fails is short; more than this is not kept. */
const MAX_STDERR_CHARACTERS = 16_384

/** Reports that a git command exited with a status other than 0; the source that ran it says what that means. */
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

/** Where and how a git command runs. */
export interface GitRun {
  /** The repository directory (`GIT_DIR`) and the place where the process starts. */
  readonly directory: string
  readonly environment: GitEnvironmentVariables
  readonly signal: AbortSignal
  /** Written to standard input, which is then closed. */
  readonly input?: string
  /** Receives standard output piece by piece; what it throws ends the command and is thrown on. */
  readonly onOutput?: (chunk: Buffer) => void
  /** Longest time for the command in milliseconds; `MAX_COMMAND_MS` when nothing is said. */
  readonly timeLimitMs?: number
}

/** A git process that is talked to. */
export interface GitProcess {
  readonly child: ChildProcessWithoutNullStreams
  /** What it said on standard error so far. */
  stderr(): string
  /** Kills it and everything it has started. */
  kill(): void
}

const runningGroups = new Set<number>()

/**
 * Starts git as the leader of a process group of its own, below the limits of `git-limits.ts`.
 *
 * @param args the command and its arguments, nothing from outside before `--`.
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
  // A process that ends early closes its input; its exit status tells more than the broken pipe.
  child.stdin.on("error", () => undefined)
  return { child, stderr: () => stderr, kill: () => group !== undefined && killGroup(group) }
}

/**
 * Runs a git command to its end.
 *
 * @returns what it said on standard error; warnings of a command that succeeded.
 * @throws {GitCommandFailed} {SourceTimeout} The signal's reason when that is aborted: everything it started is dead then.
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
    // The group has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}
