import type { Command } from "commander"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { type CommandContext, newCommand, terminalOf } from "../../session/command-context.ts"
import { noteDataDir } from "./note-data-dir.ts"

interface RotateKeyOptions {
  readonly newKey: boolean
  readonly forgetOld?: boolean | undefined
  readonly dataDir?: string | undefined
  readonly json?: boolean | undefined
}

/** `lectern admin rotate-key`: encrypts stored secrets with a new key. */
export function rotateKeyCommand(context: CommandContext): Command {
  return newCommand("rotate-key", "encrypt all stored tokens with a new key; works on the data directory", [
    "admin rotate-key",
    "admin rotate-key --forget-old --data-dir /var/lib/lectern",
    "admin rotate-key --no-new-key",
  ])
    .option("--no-new-key", "do not create a key; only encrypt tokens that do not use the newest key yet")
    .option("--forget-old", "then remove the older keys from the data directory")
    .option("--data-dir <folder>", "data directory (default: LECTERN_DATA_DIR, else ./data)")
    .option("--json", "print the result as one JSON document")
    .action(async (options: RotateKeyOptions) => {
      await noteDataDir(context, options)
      const { newKey: isNew, forgetOld, dataDir } = options
      const flags = { isNew, isForgetting: forgetOld === true, dataDir }
      const done = await context.entryPoints.rotateKey(flags)
      const terminal = terminalOf(context, options)
      terminal.printJson(done)
      terminal.print(`${done.isMade ? "created key" : "using key"} ${done.keyId}`)
      for (const { kind, current, resealed } of done.kinds) {
        terminal.print(`${kind}: ${current} encrypted with it, ${resealed} of them now`)
      }
      terminal.print(
        done.oldKeyIds.length === 0
          ? "no older keys"
          : `older keys, still valid for decryption: ${done.oldKeyIds.join(", ")}`,
      )
      const unreadable = done.kinds.filter((kind) => kind.unreadable > 0)
      if (unreadable.length > 0) {
        const what = unreadable.map((kind) => `${kind.unreadable} (${kind.kind})`).join(", ")
        throw new CliFailure(
          EXIT_CODES.failure,
          `no key decrypts these secrets: ${what}. Restore their key, or enter the secrets again`,
        )
      }
    })
}
