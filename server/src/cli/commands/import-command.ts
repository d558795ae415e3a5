import { openAsBlob } from "node:fs"
import { open } from "node:fs/promises"
import type { ImportLibrariesRequestInput } from "@lectern/contract"
import type { Command } from "commander"
import { type Session, withSession } from "../connect.ts"
import { formatCount } from "../describe-job.ts"
import { CliFailure, EXIT_CODES } from "../exit-codes.ts"
import { followImport } from "../follow-import.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "./command-context.ts"

interface ImportOptions extends ApiOptions {
  readonly force?: boolean
  readonly wait: boolean
}

/** What a zip begins with. */
const ZIP_MAGIC = "PK"

/** `lectern import <file>`: imports the libraries of a portable bundle. */
export function importCommand(context: CommandContext): Command {
  return apiCommand("import <file>", "import libraries from a portable zip or its libraries.json", [
    "import hono.zip",
    "import libraries.json --force --no-wait",
  ])
    .option("--force", "overwrite libraries that exist")
    .option("--no-wait", "end as soon as the libraries are queued")
    .action(async (path: string, options: ImportOptions) => {
      const bundle = await readBundle(path)
      await withSession(options, { ...context, worker: options.wait }, async (session) => {
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
  terminal.note(answer.message)
  for (const { project, reason } of answer.skipped) {
    terminal.note(terminal.styleNote("yellow", `skipped ${project}: ${reason}`))
  }
  if (!options.wait) {
    terminal.printJson(answer)
    terminal.print(`${formatCount(answer.queued.length)} queued, ${formatCount(answer.skipped.length)} skipped`)
    return EXIT_CODES.ok
  }
  const { imported, failed } = await followImport(session, terminal, answer.queued)
  for (const { libraryName, reason } of failed) {
    terminal.note(terminal.styleNote("red", `${libraryName}: ${reason}`))
  }
  terminal.printJson({ ...answer, imported, failed })
  const counts = [imported.length, answer.skipped.length, failed.length].map(formatCount)
  terminal.print(`${counts[0]} imported, ${counts[1]} skipped, ${counts[2]} failed`)
  return failed.length === 0 ? EXIT_CODES.ok : EXIT_CODES.failure
}

/** @throws {CliFailure} the file is not there, or is neither a zip nor a bundle as JSON. */
async function readBundle(path: string): Promise<Bundle> {
  const magic = await readMagic(path)
  const blob = await openAsBlob(path)
  if (magic === ZIP_MAGIC) {
    return blob
  }
  const libraries = librariesOf(await blob.text())
  if (libraries === undefined) {
    throw new CliFailure(EXIT_CODES.usage, `${path} is neither a zip nor JSON of the form {"libraries": [...]}`)
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
    const reason = thrown instanceof Error && "code" in thrown ? thrown.code : thrown
    const exitCode = reason === "ENOENT" ? EXIT_CODES.notFound : EXIT_CODES.failure
    throw new CliFailure(
      exitCode,
      reason === "ENOENT" ? `there is no file ${path}` : `cannot read ${path}: ${String(reason)}`,
    )
  }
}

function librariesOf(text: string): ImportLibrariesRequestInput["libraries"] | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    const isBundle =
      typeof parsed === "object" && parsed !== null && "libraries" in parsed && Array.isArray(parsed.libraries)
    // The border: the server checks every library.
    return isBundle ? (parsed.libraries as ImportLibrariesRequestInput["libraries"]) : undefined
  } catch {
    // Not JSON: the caller says what the file should have been.
    return undefined
  }
}
