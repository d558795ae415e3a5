import { describeJobState } from "@lectern/contract"
import type { Command } from "commander"
import { type ApiOptions, apiCommand, collect, type CommandContext, terminalOf } from "../../session/command-context.ts"
import { type Session, withSession } from "../../session/connect.ts"
import { describeSize, waitForJob } from "../../session/wait-for-job.ts"
import { explainFailure } from "../../terminal/exit-codes.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { describeUpload, type PathUpload, uploadPaths } from "../../upload/upload-paths.ts"
import { watchPaths } from "../../upload/watch-paths.ts"

type WatchOptions = ApiOptions & Omit<PathUpload, "paths" | "knownHashes">

/** `lectern watch <path>`: adds files and folders, and refreshes the library whenever they change. */
export function watchCommand(context: CommandContext): Command {
  return apiCommand("watch <path> [more...]", "add a folder and refresh its library whenever a file changes", [
    "watch ./docs",
    "watch ./docs --title 'Crew handbook' --exclude-folder drafts",
  ])
    .option("--title <title>", "title of the library (default: from the source)")
    .option("--description <text>", "description of the library")
    .option("--folder <path>", "read only this folder; repeatable", collect)
    .option("--exclude-folder <path>", "exclude this folder; repeatable", collect)
    .option("--exclude-file <name>", "exclude this file; repeatable", collect)
    .option("--private", "make the library private")
    .option("--force", "replace the files of the library even if none of them is in this folder")
    .action((path: string, more: readonly string[], options: WatchOptions) =>
      withSession(options, { ...context, worker: true }, async (session) => {
        const terminal = terminalOf(context, options)
        await watchLibrary(session, terminal, { ...options, paths: [path, ...more], knownHashes: new Map() })
      }),
    )
}

/** Watches until Ctrl-C is pressed. @throws {CliFailure} if the first upload fails; later failures are printed. */
async function watchLibrary(session: Session, terminal: Terminal, upload: PathUpload): Promise<void> {
  const { signal } = session
  const watcher = await watchPaths(upload.paths)
  try {
    await refresh(session, terminal, upload)
    terminal.note("watching for changes; press Ctrl-C to stop")
    for (;;) {
      await watcher.changed(signal)
      try {
        await refresh(session, terminal, { ...upload, force: false })
      } catch (thrown) {
        if (signal.aborted) throw thrown
        terminal.note(`${terminal.styleNote("red", "lectern:")} ${explainFailure(thrown).message}`)
      }
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown
  } finally {
    watcher.close()
  }
}

async function refresh(session: Session, terminal: Terminal, upload: PathUpload): Promise<void> {
  const { client, signal } = session
  const submittedAtMs = Date.now()
  const { added, changes } = await uploadPaths(session, terminal, upload)
  const { lastJob } = await client.getLibrary(added.libraryName, { signal })
  const isDone = changes.added + changes.changed + changes.removed === 0 && lastJob?.state === "succeeded"
  const job = lastJob === null || isDone ? lastJob : await waitForJob(session, terminal, lastJob)
  const library = await client.getLibrary(added.libraryName, { signal })
  terminal.printJson({ ...added, changes, job, library })
  const state =
    job?.state === "succeeded"
      ? describeSize(library)
      : `${added.libraryName}: ${job === null ? "" : describeJobState(job)}`
  terminal.print(`${state} (${describeUpload(changes)}, ${((Date.now() - submittedAtMs) / 1000).toFixed(1)} s)`)
}
