import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { SourceLimits } from "../base/source-limits.ts"
import { homeDirectoryIn } from "../base/work-directory.ts"
import { runWithinSize } from "./disk-watch.ts"
import {
  localGitEnvironment,
  remoteGitEnvironment,
  type GitConnection,
  type GitEnvironmentVariables,
} from "./git-environment.ts"
import { GitCommandFailed, runGit } from "./git-process.ts"
import type { GitRemoteRequest } from "./git-request.ts"
import { listRemote, type RemoteHead } from "./remote-head.ts"

/** Local name of the fetched reference. */
const FETCHED = "refs/lectern/source"
/** Length of a SHA-256 object id, and the configuration of such a repository. */
const SHA256_CHARACTERS = 64
const SHA256 = "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n"
const QUIET = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--no-auto-maintenance"]
/** Responses of hosts that do not send single objects, or not by id. */
const CANNOT_GIVE_OBJECTS = /not our ref|unadvertised object|does not allow request|did not send all necessary objects/i

/** A clone of one commit in progress. */
export interface GitClone {
  /** Directory for commands that read existing objects and must not fetch missing ones. */
  readonly readerDirectory: string
  readonly readerEnvironment: GitEnvironmentVariables
  /** Lists branches and tags, and the requested one; downloads nothing. */
  list(request: GitRemoteRequest, signal: AbortSignal): Promise<RemoteHead>
  /**
   * Fetches one commit and its trees, without blobs if the host supports that.
   *
   * @param reference full name of a branch or tag, or `HEAD`.
   * @returns id of the commit, or of the annotated tag that points to it.
   */
  fetchCommit(reference: string, signal: AbortSignal): Promise<string>
  /** Fetches blobs by id in one request, or the whole commit if the host sends no single objects. */
  fetchBlobs(objectIds: readonly string[], signal: AbortSignal): Promise<void>
}

/**
 * Creates an empty bare repository.
 *
 * @param directory empty directory.
 * @param connection how to reach the repository.
 */
export async function openClone(directory: string, connection: GitConnection, limits: SourceLimits): Promise<GitClone> {
  const repository = join(directory, "repository")
  const reader = join(directory, "reader")
  await mkdir(homeDirectoryIn(directory))
  await Promise.all([initRepository(repository), initRepository(reader)])
  const environment = remoteGitEnvironment(directory, connection)
  let fetchedReference = ""

  async function fetch(args: readonly string[], signal: AbortSignal, input?: string): Promise<void> {
    const run = { directory: repository, environment, input }
    await runWithinSize({ directory: repository, maxBytes: limits.maxDiskBytes }, (tooLarge) =>
      runGit(["fetch", ...QUIET, ...args], { ...run, signal: AbortSignal.any([signal, tooLarge]) }),
    )
  }
  return {
    // A second directory with the same objects. Its configuration has no remote, so git never fetches missing objects
    // one by one.
    readerDirectory: reader,
    readerEnvironment: { ...localGitEnvironment(directory), GIT_OBJECT_DIRECTORY: join(repository, "objects") },
    async list(request, signal) {
      const head = await listRemote(request, repository, environment, signal)
      if (head.revision.length === SHA256_CHARACTERS) {
        await Promise.all([writeConfiguration(repository, SHA256), writeConfiguration(reader, SHA256)])
      }
      return connection.hasMoved === true ? { ...head, movedTo: connection.url } : head
    },
    async fetchCommit(reference, signal) {
      fetchedReference = reference
      await fetch(["--depth=1", "--filter=blob:none", "--", "origin", `+${reference}:${FETCHED}`], signal)
      return (await readFile(join(repository, FETCHED), "utf8")).trim()
    },
    async fetchBlobs(objectIds, signal) {
      try {
        await fetch(["--filter=blob:none", "--stdin", "--", "origin"], signal, objectIds.join("\n") + "\n")
      } catch (error) {
        if (!(error instanceof GitCommandFailed) || !CANNOT_GIVE_OBJECTS.test(error.stderr)) throw error
        await fetch(
          ["--depth=1", "--refetch", "--no-filter", "--", "origin", `+${fetchedReference}:${FETCHED}`],
          signal,
        )
      }
    },
  }
}

/** Creates the same files as `git init`, without templates. */
async function initRepository(repository: string): Promise<void> {
  await mkdir(join(repository, "objects"), { recursive: true })
  await mkdir(join(repository, "refs"))
  await writeFile(join(repository, "HEAD"), "ref: refs/heads/none\n")
  await writeConfiguration(repository, "[core]\n\trepositoryformatversion = 0\n\tbare = true\n")
}

async function writeConfiguration(repository: string, text: string): Promise<void> {
  await writeFile(join(repository, "config"), text)
}
