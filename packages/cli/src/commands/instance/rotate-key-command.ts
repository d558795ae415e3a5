import type { Command } from "commander"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { type CommandContext, newCommand, terminalOf } from "../../session/command-context.ts"

interface RotateKeyOptions {
  readonly newKey: boolean
  readonly forgetOld?: boolean | undefined
  readonly dataDir?: string | undefined
  readonly json?: boolean | undefined
}

/** `lectern admin rotate-key`: seals stored secrets with a new key. */
export function rotateKeyCommand(context: CommandContext): Command {
  return newCommand("rotate-key", "seal all stored tokens with a new key; works on the data directory", [
    "admin rotate-key",
    "admin rotate-key --forget-old --data-dir /var/lib/lectern",
    "admin rotate-key --no-new-key",
  ])
    .option("--no-new-key", "make no key: only seal what the newest one does not seal yet")
    .option("--forget-old", "remove the old keys from the data directory afterwards")
    .option("--data-dir <folder>", "data directory (default: LECTERN_DATA_DIR, else ./data)")
    .option("--json", "print the result as one JSON document")
    .action(async (options: RotateKeyOptions) => {
      const { newKey: isNew, forgetOld, dataDir } = options
      const flags = { isNew, isForgetting: forgetOld === true, dataDir }
      const done = await context.entryPoints.rotateKey(flags)
      const terminal = terminalOf(context, options)
      terminal.printJson(done)
      terminal.print(`key ${done.keyId} ${done.isMade ? "was made and seals" : "seals"}`)
      for (const { kind, current, resealed } of done.kinds) {
        terminal.print(`${kind}: ${current} sealed with it, ${resealed} of them anew`)
      }
      terminal.print(
        done.oldKeyIds.length === 0 ? "there are no older keys" : `older keys still open: ${done.oldKeyIds.join(", ")}`,
      )
      const unreadable = done.kinds.filter((kind) => kind.unreadable > 0)
      if (unreadable.length > 0) {
        const what = unreadable.map((kind) => `${kind.unreadable} (${kind.kind})`).join(", ")
        throw new CliFailure(
          EXIT_CODES.failure,
          `no key opens these secrets, they were left as they are: ${what}; put their key back or give them again`,
        )
      }
    })
}
