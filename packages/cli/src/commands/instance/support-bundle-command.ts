import type { Command } from "commander"
import { type CommandContext, newCommand, terminalOf } from "../../session/command-context.ts"
import { asFileFailure } from "../../terminal/exit-codes.ts"
import { noteDataDir } from "./note-data-dir.ts"

interface SupportBundleOptions {
  readonly log?: string | undefined
  readonly dataDir?: string | undefined
  readonly json?: boolean | undefined
}

/** `lectern support-bundle <file>`: collects the data that a problem report needs. */
export function supportBundleCommand(context: CommandContext): Command {
  return newCommand("support-bundle <file>", "write a zip file for a problem report, without secrets", [
    "support-bundle report.zip",
    "support-bundle report.zip --log /var/log/lectern.log",
  ])
    .option("--log <file>", "include the end of this log file, without credentials and questions")
    .option("--data-dir <folder>", "data directory (default: LECTERN_DATA_DIR, else ./data)")
    .option("--json", "print the result as one JSON document")
    .action(async (path: string, options: SupportBundleOptions) => {
      await noteDataDir(context, options)
      const { log: logFile, dataDir } = options
      const files = await context.entryPoints.supportBundle({ path, logFile, dataDir }).catch((thrown: unknown) => {
        const isTarget = thrown instanceof Error && "path" in thrown && thrown.path === path
        throw asFileFailure(thrown, isTarget ? { path, isWritten: true } : {})
      })
      const terminal = terminalOf(context, options)
      terminal.printJson({ path, files })
      terminal.print(`wrote ${path}: ${files.join(", ")}`)
      terminal.note("check it before you send it: it contains library ids and host names")
    })
}
