import type { Command } from "commander"
import { type ApiOptions, apiCommand, collect, type CommandContext, terminalOf } from "../../session/command-context.ts"
import { withSession } from "../../session/connect.ts"
import type { PathUpload } from "../../upload/upload-paths.ts"

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
    .option("--force", "replace the files of the library even if it was made from another folder")
    .action((path: string, more: readonly string[], options: WatchOptions) =>
      withSession(options, { ...context, worker: true, mayCreate: true }, async (session) => {
        const terminal = terminalOf(context, options)
        const { watchLibrary } = await import("./watch-library.ts")
        await watchLibrary(session, terminal, { ...options, paths: [path, ...more], knownHashes: new Map() })
      }),
    )
}
