import type { ExportedLibrary } from "@lectern/client"
import { parseLibraryReference } from "@lectern/contract"
import type { Command } from "commander"
import { withSession } from "../../session/connect.ts"
import { findLibraryId } from "../../session/find-library-id.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { saveStream, STDOUT } from "../../terminal/save-stream.ts"
import type { Terminal } from "../../terminal/terminal.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

interface ExportOptions extends ApiOptions {
  readonly force?: boolean | undefined
}

/** `lectern export <library> [file]`: saves a library as a bundle. */
export function exportCommand(context: CommandContext): Command {
  return apiCommand("export <library> [file]", "save a library as a bundle (zip); - writes it to standard output", [
    "export /honojs/website",
    "export /honojs/website hono.zip --force",
    "export /honojs/website - | ssh docs.example.com 'cat > hono.zip'",
  ])
    .option("--force", "overwrite the file if it exists")
    .action((given: string, file: string | undefined, options: ExportOptions) =>
      withSession(options, context, async (session) => {
        const { client, signal } = session
        const terminal = terminalOf(context, options)
        const library = await findLibraryId(session, terminal, { library: given })
        requireNoVersion(library)
        const exported = await client.exportLibrary(library, { signal })
        if (file === STDOUT) {
          await writeToOutput(exported, terminal)
          return
        }
        const path = file ?? exported.fileName
        const bytes = await saveStream(exported.body, { path, mayOverwrite: options.force === true })
        terminal.printJson({ libraryName: library, file: path, bytes })
        terminal.print(`${library}: ${bytes} bytes in ${path}`)
      }),
    )
}

/** Rejects an id with a version: an export always has the library with all its versions. */
function requireNoVersion(library: string): void {
  const reference = parseLibraryReference(library)
  if (reference?.versionTag === undefined) return
  throw new CliFailure(
    EXIT_CODES.usage,
    `cannot export only the version ${reference.versionTag}: an export contains the library with all indexed versions`,
    `export all of it with: lectern export ${reference.id}`,
  )
}

async function writeToOutput({ body }: ExportedLibrary, terminal: Terminal): Promise<void> {
  if (terminal.isJson) {
    await body.cancel()
    throw new CliFailure(EXIT_CODES.usage, "--json and - cannot be combined: both write to standard output")
  }
  for await (const chunk of body) {
    await terminal.writeResult(chunk)
  }
}
