import { DEFAULT_SOURCE_LIMITS } from "../base/source-limits.ts"

const MEBIBYTE = 1024 * 1024

/**
 * Largest single piece of memory that git may ask for (`GIT_ALLOC_LIMIT`). An object that was sent as a delta is rebuilt in
 * memory whole, and its size is a number in the pack: 5 kB of pack can describe 30 GB.
 */
export const MAX_OBJECT_BYTES = 256 * MEBIBYTE

/**
 * Most address space of a git process and of every process it starts. Many pieces below `MAX_OBJECT_BYTES` can be as
 * large together as one above it. Mapped packs count too; `core.packedGitLimit` keeps them at 256 MB.
 */
const MAX_ADDRESS_SPACE_BYTES = 1536 * MEBIBYTE

/** Longest time that one git command may run, in milliseconds, whatever its caller waits for. */
export const MAX_COMMAND_MS = DEFAULT_SOURCE_LIMITS.timeLimitMs
/** Longest time that a reader of objects may take for one object. */
export const MAX_ANSWER_MS = 60_000

/**
 * Starts git below limits of the operating system, which hold even when this program was killed and nobody watches git
 * any more. macOS has no limit of address space and refuses to set one; `GIT_ALLOC_LIMIT` holds there too.
 */
const SCRIPT = `ulimit -v ${MAX_ADDRESS_SPACE_BYTES / 1024} 2>/dev/null
ulimit -t ${MAX_COMMAND_MS / 1000} 2>/dev/null
ulimit -c 0 2>/dev/null
exec git "$@"`

/** What the shell exits with when there is no git. */
export const NO_GIT_STATUS = 127

/** @returns the command that runs git with these arguments; they are never part of the script. */
export function limitedGit(args: readonly string[]): { readonly command: string; readonly args: readonly string[] } {
  return { command: "/bin/sh", args: ["-c", SCRIPT, "git", ...args] }
}

/** How git reports that it has reached one of these limits. */
export const LIMIT_REACHED =
  /attempting to allocate \d+ over limit|out of memory|cannot allocate memory|mmap failed|unable to create thread/i
