import { InternalFailure } from "../../base/errors.ts"
import { localGitEnvironment } from "./git-environment.ts"
import { GIT_NEEDED } from "./git-failure.ts"
import { runGit } from "./git-process.ts"

/** Older versions silently ignore `http.curloptResolve` and make their own DNS requests. */
const MIN_VERSION = [2, 38] as const
let isChecked = false

/**
 * Checks, once per process, that git is new enough to use the addresses that it is given.
 *
 * @param directory any directory to start git in.
 * @throws {InternalFailure} if it is not.
 */
export async function assertGitVersion(directory: string, signal: AbortSignal): Promise<void> {
  if (isChecked) return
  let output = ""
  const environment = localGitEnvironment(directory)
  await runGit(["--version"], {
    directory,
    environment,
    signal,
    onOutput: (chunk) => void (output += chunk.toString()),
  })
  if (!isRecent(output)) throw new InternalFailure(`${GIT_NEEDED}; found ${output.trim()}`)
  isChecked = true
}

/** @param output such as `git version 2.39.5 (Apple Git-154)`. */
export function isRecent(output: string): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(output) ?? []
  const difference = Number(major) - MIN_VERSION[0]
  return difference > 0 || (difference === 0 && Number(minor) >= MIN_VERSION[1])
}
