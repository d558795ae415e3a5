import type { Command } from "commander"
import { type CommandContext, newCommand, terminalOf } from "../../session/command-context.ts"
import { noteDataDir } from "./note-data-dir.ts"
import { readSecret } from "../../terminal/read-secret.ts"

interface SetPasswordOptions {
  readonly passwordFrom?: string | undefined
  readonly dataDir?: string | undefined
  readonly json?: boolean | undefined
}

/** `lectern admin set-password`: sets the password of an account in the data directory. */
export function setPasswordCommand(context: CommandContext): Command {
  return newCommand("set-password", "set the password of an account; works on the data directory", [
    "admin set-password",
    "admin set-password ann --password-from ANNS_PASSWORD --data-dir /var/lib/lectern",
  ])
    .argument("[name]", "user name", "admin")
    .option(
      "--password-from <variable>",
      "environment variable with the password; without it, type it at the prompt or pipe it in",
    )
    .option("--data-dir <path>", "data directory (default: LECTERN_DATA_DIR, else ./data)")
    .option("--json", "print the result as one JSON document")
    .action(async (name: string, { passwordFrom, dataDir, json }: SetPasswordOptions) => {
      await noteDataDir(context, { dataDir, json })
      const password = await readSecret(context.io, "password", passwordFrom)
      await context.entryPoints.setPassword({ name, password, dataDir })
      const terminal = terminalOf(context, { json })
      terminal.printJson({ name })
      terminal.note(`set the password of ${name}; sign in again in every browser`)
    })
}
