import { open, rename, rm } from "node:fs/promises"
import type { ExportedLibrary } from "@lectern/client"
import type { Command } from "commander"
import { withSession } from "../connect.ts"
import { CliFailure, EXIT_CODES } from "../exit-codes.ts"
import { isThere } from "../files-if-there.ts"
import type { Terminal } from "../terminal.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "./command-context.ts"

interface ExportOptions extends ApiOptions {
  readonly force?: boolean
}

/** File name that stands for standard output. */
const STDOUT = "-"

/** `lectern export <library> [file]`: saves a library as a portable zip. */
export function exportCommand(context: CommandContext): Command {
  return apiCommand("export <library> [file]", "save a library as a portable zip; - writes it to standard output", [
    "export /honojs/website",
    "export /honojs/website hono.zip --force",
    "export /honojs/website - | ssh docs.example.com 'cat > hono.zip'",
  ])
    .option("--force", "overwrite the file if it exists")
    .action((library: string, file: string | undefined, options: ExportOptions) =>
      withSession(options, context, async ({ client, signal }) => {
        const terminal = terminalOf(context, options)
        const exported = await client.exportLibrary(library, { signal })
        if (file === STDOUT) {
          await writeToOutput(exported, terminal)
          return
        }
        const path = file ?? exported.fileName
        const bytes = await saveFile(exported, path, options.force === true)
        terminal.printJson({ libraryName: library, file: path, bytes })
        terminal.print(`${library}: ${bytes} bytes in ${path}`)
      }),
    )
}

async function writeToOutput({ body }: ExportedLibrary, terminal: Terminal): Promise<void> {
  if (terminal.isJson) {
    await body.cancel()
    throw new CliFailure(EXIT_CODES.usage, "the zip and a JSON document cannot share standard output: name a file")
  }
  for await (const chunk of body) {
    await terminal.writeResult(chunk)
  }
}

/**
 * Saves a bundle under another name first, so that a broken connection leaves no half file behind.
 *
 * @returns the bytes written. @throws {CliFailure} the file exists.
 */
async function saveFile({ body }: ExportedLibrary, path: string, mayOverwrite: boolean): Promise<number> {
  if (!mayOverwrite && (await isThere(path))) {
    await body.cancel()
    throw new CliFailure(EXIT_CODES.failure, `${path} exists already`, "overwrite it with --force or name another file")
  }
  const partPath = `${path}.part`
  try {
    const bytes = await writeParts(body, partPath)
    await rename(partPath, path)
    return bytes
  } catch (thrown) {
    await rm(partPath, { force: true })
    throw thrown
  }
}

/** Writes a stream to a file; the file is closed when this returns or throws. @returns the bytes written. */
async function writeParts(body: ExportedLibrary["body"], path: string): Promise<number> {
  const file = await open(path, "w")
  try {
    let bytes = 0
    for await (const chunk of body) {
      await file.writeFile(chunk)
      bytes += chunk.byteLength
    }
    return bytes
  } finally {
    await file.close()
  }
}
