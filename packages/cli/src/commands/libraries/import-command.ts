import { openAsBlob } from "node:fs"
import { open } from "node:fs/promises"
import { describeJobState, formatCount, type ImportLibrariesRequestInput, type Job } from "@lectern/contract"
import type { Command } from "commander"
import { type Session, withSession } from "../../session/connect.ts"
import { asFileFailure, CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { inOptionWords } from "../../terminal/option-words.ts"
import { isAbsent } from "../../terminal/optional-files.ts"
import { waitForJob } from "../../session/wait-for-job.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

interface ImportOptions extends ApiOptions {
  readonly force?: boolean | undefined
  readonly wait: boolean
}

/** First bytes of a zip file. */
const ZIP_MAGIC = "PK"

/** `lectern import <file>`: imports the libraries of a bundle. */
export function importCommand(context: CommandContext): Command {
  return apiCommand("import <file>", "import the libraries of a bundle (zip or libraries.json)", [
    "import hono.zip",
    "import libraries.json --force --no-wait",
  ])
    .option("--force", "replace libraries that already exist")
    .option("--no-wait", "return as soon as the import is queued")
    .action(async (path: string, options: ImportOptions) => {
      const bundle = await readBundle(path)
      await withSession(options, { ...context, worker: options.wait, mayCreate: true }, async (session) => {
        context.exitWith(await importBundle(context, session, { ...options, bundle }))
      })
    })
}

type Bundle = Blob | ImportLibrariesRequestInput["libraries"]

async function importBundle(
  context: CommandContext,
  session: Session,
  options: ImportOptions & { readonly bundle: Bundle },
): Promise<number> {
  const terminal = terminalOf(context, options)
  const { bundle, force = false } = options
  const answer = await session.client.importLibraries(bundle, { force, signal: session.signal })
  terminal.note(inOptionWords(answer.message))
  for (const { project, reason } of answer.skipped) {
    terminal.note(terminal.styleNote("yellow", `skipped ${project}: ${inOptionWords(reason)}`))
  }
  const queued = answer.queued.length > 0 ? await importJob(session) : undefined
  const counts = `${formatCount(answer.queued.length)} queued, ${formatCount(answer.skipped.length)} skipped`
  if (!options.wait || queued === undefined) {
    terminal.printJson({ ...answer, job: queued ?? null })
    terminal.print(queued === undefined ? counts : `${counts}, job ${queued.id}`)
    return EXIT_CODES.ok
  }
  const job = await waitForJob(session, terminal, queued)
  terminal.printJson({ ...answer, job })
  terminal.print(`${counts}, import ${describeJobState(job)}`)
  return job.state === "succeeded" ? EXIT_CODES.ok : EXIT_CODES.failure
}

/** Finds the job of an import that was just queued; all libraries of a bundle share one job. */
async function importJob({ client, signal }: Session): Promise<Job | undefined> {
  const { jobs } = await client.listJobs({}, { signal })
  return jobs.find((job) => job.kind === "import")
}

/** @throws {CliFailure} if the file does not exist, or is neither a zip nor a JSON bundle. */
async function readBundle(path: string): Promise<Bundle> {
  const magic = await readMagic(path)
  const blob = await openAsBlob(path)
  if (magic === ZIP_MAGIC) {
    return blob
  }
  const libraries = librariesOf(await blob.text())
  if (libraries === undefined) {
    throw new CliFailure(
      EXIT_CODES.usage,
      `${path} is not a bundle: it is neither a zip nor JSON of the form {"libraries": [...]}`,
    )
  }
  return libraries
}

async function readMagic(path: string): Promise<string> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read({
        length: ZIP_MAGIC.length,
        buffer: Buffer.alloc(ZIP_MAGIC.length),
      })
      return buffer.toString("latin1", 0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (thrown) {
    if (isAbsent(thrown)) throw new CliFailure(EXIT_CODES.notFound, `${path} does not exist`)
    throw asFileFailure(thrown, { path })
  }
}

function librariesOf(text: string): ImportLibrariesRequestInput["libraries"] | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    const isBundle =
      typeof parsed === "object" && parsed !== null && "libraries" in parsed && Array.isArray(parsed.libraries)
    // The server validates each library.
    return isBundle ? (parsed.libraries as ImportLibrariesRequestInput["libraries"]) : undefined
  } catch {
    // Not JSON, which the caller reports.
    return undefined
  }
}
