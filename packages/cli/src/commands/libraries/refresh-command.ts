import { describeJobState, formatCount, type Job, type LibraryRecord, parseLibraryReference } from "@lectern/contract"
import type { Command } from "commander"
import { type Session, withSession } from "../../session/connect.ts"
import { findLibraryId } from "../../session/find-library-id.ts"
import { readLibrary } from "../../session/read-library.ts"
import { EXIT_CODES } from "../../terminal/exit-codes.ts"
import { reportOutcome, waitForJob } from "../../session/wait-for-job.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { readGitToken } from "./git-token.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

interface RefreshOptions extends ApiOptions {
  readonly branch?: string | undefined
  readonly gitTokenFrom?: string | undefined
  readonly wait: boolean
}

/** `lectern refresh <library>`: refreshes a library and waits for the result. */
export function refreshCommand(context: CommandContext): Command {
  return apiCommand("refresh <library>", "refresh a library and wait for the result", [
    "refresh /honojs/website",
    "refresh /honojs/website --no-wait --json",
  ])
    .option("--branch <name>", "branch to refresh (default: the library's branch)")
    .option("--git-token-from <variable>", "environment variable with a new access token for the repository")
    .option("--no-wait", "return as soon as the job is queued")
    .action((library: string, options: RefreshOptions) =>
      withSession(options, { ...context, worker: options.wait }, async (session) => {
        context.exitWith(await refreshLibrary(context, session, { ...options, library }))
      }),
    )
}

async function refreshLibrary(
  context: CommandContext,
  session: Session,
  options: RefreshOptions & { readonly library: string },
): Promise<number> {
  const { client, signal } = session
  const { branch } = options
  const terminal = terminalOf(context, options)
  const libraryName = await findLibraryId(session, terminal, { library: options.library, isChanged: true })
  const gitToken = readGitToken(context, options.gitTokenFrom)
  const request = {
    libraryName,
    branch,
    gitToken,
  }
  const before = options.wait ? await readBefore(session, libraryName) : undefined
  const started = await client.refreshLibrary(request, { signal })
  terminal.note(started.message)
  const queued = await newestJob(session, libraryName)
  if (!options.wait || queued === undefined) {
    terminal.printJson({ ...started, job: queued ?? null })
    terminal.print(
      queued === undefined ? started.message : `${queued.libraryId}: job ${queued.id} ${describeJobState(queued)}`,
    )
    return EXIT_CODES.ok
  }
  const job = await waitForJob(session, terminal, queued)
  // The refresh may have found that the repository has moved, so that the library has a new id.
  const library = await readLibrary(session, terminal, job.libraryId)
  const since = updateTime(library, job.versionTag)
  const isUnchanged =
    job.state === "succeeded" && since !== null && since === (before && updateTime(before, job.versionTag))
  terminal.printJson({ ...started, job, library, unchanged: isUnchanged })
  const exitCode = reportOutcome(terminal, job, library)
  if (isUnchanged) terminal.note(`nothing has changed since ${since}`)
  else if (job.state === "succeeded") noteChanges(terminal, job, library)
  return exitCode
}

/** Reads a library before it is refreshed. @throws {ApiError} */
function readBefore({ client, signal }: Session, libraryName: string): Promise<LibraryRecord> {
  return client.getLibrary(parseLibraryReference(libraryName)?.id ?? libraryName, { signal })
}

/** Returns when a library or version was last published; a refresh without changes does not publish it again. */
function updateTime(library: LibraryRecord, versionTag: string | null): string | null {
  if (versionTag !== null) {
    return library.availableVersions.find(({ tag }) => tag === versionTag)?.lastUpdateDate ?? null
  }
  // Before the first publication, the date is that of the addition.
  return library.files === null ? null : library.lastUpdateDate
}

/** Notes how the files changed. The report is that of the library, not of its versions. */
function noteChanges(terminal: Terminal, { versionTag }: Job, { files }: LibraryRecord): void {
  const changes = versionTag === null ? files?.changes : undefined
  if (changes === undefined || changes === null) return
  const counts = Object.entries(changes).map(([word, count]) => `${formatCount(count)} ${word}`)
  terminal.note(`files: ${counts.join(", ")}`)
}

async function newestJob({ client, signal }: Session, libraryName: string): Promise<Job | undefined> {
  const libraryId = parseLibraryReference(libraryName)?.id ?? libraryName
  const { jobs } = await client.listJobs({ libraryId, limit: 1 }, { signal })
  return jobs[0]
}
