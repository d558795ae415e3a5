import type { Command } from "commander"
import { withSession } from "../connect.ts"
import { CliFailure, EXIT_CODES } from "../exit-codes.ts"
import { type ApiOptions, apiCommand, type CommandContext, newCommand, terminalOf } from "./command-context.ts"
import { hookSecretCommand } from "./hook-secret-command.ts"

interface CreateKeyOptions extends ApiOptions {
  readonly label: string
  readonly user?: string
}

/** `lectern admin`: acts that look after an instance. */
export function adminCommand(context: CommandContext): Command {
  return newCommand("admin", "look after an instance", ["admin create-key"])
    .addCommand(createKeyCommand(context))
    .addCommand(hookSecretCommand(context))
}

/** `lectern admin create-key`: makes an API key. */
function createKeyCommand(context: CommandContext): Command {
  return apiCommand(
    "create-key",
    "make an API key and print it once; works on the data directory unless --url is given",
    [
      "admin create-key",
      'admin create-key --label "build server" --data-dir /var/lib/lectern',
      "admin create-key --json",
    ],
  )
    .option("--label <text>", "what the key is for", "command line")
    .option("--user <name>", "account that the key belongs to (default: the first admin)")
    .action(async (options: CreateKeyOptions) => {
      const created =
        options.url === undefined ? await createLocally(context, options) : await createRemotely(context, options)
      const terminal = terminalOf(context, options)
      terminal.printJson(created)
      terminal.print(created.key)
      terminal.note("keep it now: it is not shown again")
    })
}

function createLocally(
  { doors }: CommandContext,
  { label, user, dataDir }: CreateKeyOptions,
): Promise<{ key: string }> {
  return doors.createKey({
    label,
    ...(user === undefined ? {} : { userName: user }),
    ...(dataDir === undefined ? {} : { dataDir }),
  })
}

function createRemotely(context: CommandContext, options: CreateKeyOptions): Promise<{ key: string }> {
  if (options.user !== undefined) {
    throw new CliFailure(
      EXIT_CODES.usage,
      "--user works on the data directory: a server makes keys of the caller's own account",
    )
  }
  return withSession(options, context, ({ client, signal }) => client.createKey({ name: options.label }, { signal }))
}
