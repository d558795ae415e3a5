import { ApiError } from "@lectern/client"
import { describeJobState } from "@lectern/contract"
import type { Session } from "../../session/connect.ts"
import { describeSize, waitForJob } from "../../session/wait-for-job.ts"
import { explainFailure } from "../../terminal/exit-codes.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { describeUpload, type PathUpload, uploadPaths } from "../../upload/upload-paths.ts"
import { watchPaths } from "../../upload/watch-paths.ts"

/** Watches until Ctrl-C is pressed. @throws {CliFailure} if the first upload fails; later failures are printed. */
export async function watchLibrary(session: Session, terminal: Terminal, upload: PathUpload): Promise<void> {
  const { signal } = session
  const watcher = await watchPaths(upload.paths)
  try {
    await refresh(session, terminal, upload)
    terminal.note("watching for changes; press Ctrl-C to stop")
    for (;;) {
      await watcher.changed(signal)
      try {
        await refreshAgain(session, terminal, upload)
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

/**
 * Uploads the folder again. If all of its files have changed, the server takes it for another folder with the same name;
 * this command has uploaded the library from this folder, so it replaces the files.
 */
async function refreshAgain(session: Session, terminal: Terminal, upload: PathUpload): Promise<void> {
  try {
    await refresh(session, terminal, { ...upload, force: false })
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.code !== "duplicate_repo") throw thrown
    await refresh(session, terminal, { ...upload, force: true })
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
