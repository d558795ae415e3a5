import { DEFAULT_SOURCE_LIMITS } from "../base/source-limits.ts"
import { MINUTE_MS } from "../../base/durations.ts"

const MEBIBYTE = 1024 * 1024

/**
 * Maximum size of a single memory allocation of git (`GIT_ALLOC_LIMIT`). git reconstructs an object that was sent as a
 * delta in memory, and its size is just a number in the pack: 5 kB of pack can describe 30 GB.
 */
export const MAX_OBJECT_BYTES = 256 * MEBIBYTE

/**
 * Maximum address space of a git process and of each of its child processes, because many allocations below
 * `MAX_OBJECT_BYTES` can add up. Mapped packs count as well; `core.packedGitLimit` limits them to 256 MB.
 */
const MAX_ADDRESS_SPACE_BYTES = 1536 * MEBIBYTE

/** Maximum run time of a git command, in milliseconds, independent of its caller. */
export const MAX_COMMAND_MS = DEFAULT_SOURCE_LIMITS.timeLimitMs
/** Maximum time for reading one object. */
export const MAX_ANSWER_MS = MINUTE_MS

/**
 * Starts git with limits of the operating system, which apply even if Lectern is killed. macOS has no limit for the
 * address space and refuses to set one; `GIT_ALLOC_LIMIT` works there too.
 */
const SCRIPT = `ulimit -v ${MAX_ADDRESS_SPACE_BYTES / 1024} 2>/dev/null
ulimit -t ${MAX_COMMAND_MS / 1000} 2>/dev/null
ulimit -c 0 2>/dev/null
exec git "$@"`

/** Exit status of the shell if git is not installed. */
export const NO_GIT_STATUS = 127

/** @returns the command that runs git with these arguments; they are never part of the script. */
export function limitedGit(args: readonly string[]): { readonly command: string; readonly args: readonly string[] } {
  return { command: "/bin/sh", args: ["-c", SCRIPT, "git", ...args] }
}

/** Matches the output of git when it has reached one of these limits. */
export const LIMIT_REACHED =
  /attempting to allocate \d+ over limit|out of memory|cannot allocate memory|mmap failed|unable to create thread/i
