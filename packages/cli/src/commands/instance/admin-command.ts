import type { Command } from "commander"
import { withSession } from "../../session/connect.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { messageOf } from "../../terminal/message-of.ts"
import {
  type ApiOptions,
  apiCommand,
  type CommandContext,
  newCommand,
  terminalOf,
} from "../../session/command-context.ts"
import { hookSecretCommand } from "./hook-secret-command.ts"
import { noteDataDir } from "./note-data-dir.ts"
import { rotateKeyCommand } from "./rotate-key-command.ts"
import { setPasswordCommand } from "./set-password-command.ts"

interface CreateKeyOptions extends ApiOptions {
  readonly label: string
  readonly user?: string | undefined
}

/** `lectern admin`: administers an instance. */
export function adminCommand(context: CommandContext): Command {
  return newCommand("admin", "administer an instance", ["admin create-key"])
    .addCommand(createKeyCommand(context))
    .addCommand(createUserCommand(context))
    .addCommand(setPasswordCommand(context))
    .addCommand(hookSecretCommand(context))
    .addCommand(rotateKeyCommand(context))
}

interface CreateUserOptions {
  readonly role?: string | undefined
  readonly dataDir?: string | undefined
  readonly json?: boolean | undefined
}

/** `lectern admin create-user`: creates an account in the data directory. */
function createUserCommand(context: CommandContext): Command {
  return newCommand("create-user", "create an account in the data directory and print its first password once", [
    "admin create-user ann",
    "admin create-user ann --role admin --data-dir /var/lib/lectern",
  ])
    .argument("<name>", "user name")
    .option("--role <role>", "admin or member (default: admin for the first account, else member)")
    .option("--data-dir <path>", "data directory (default: LECTERN_DATA_DIR, else ./data)")
    .option("--json", "print the result as one JSON document")
    .action(async (name: string, { role, dataDir, json }: CreateUserOptions) => {
      if (role !== undefined && role !== "admin" && role !== "member") {
        throw new CliFailure(EXIT_CODES.usage, `invalid --role ${role}: must be admin or member`)
      }
      await noteDataDir(context, { dataDir, json })
      const created = await context.entryPoints.createUser({
        name,
        role,
        dataDir,
      })
      const terminal = terminalOf(context, { json })
      terminal.printJson(created)
      terminal.print(created.password)
      terminal.note(`created ${created.role} ${created.name}; save the password, it is shown only once`)
    })
}

/** `lectern admin create-key`: creates an API key. */
function createKeyCommand(context: CommandContext): Command {
  return apiCommand(
    "create-key",
    "create an API key and print it once; works on the data directory unless --url is given",
    [
      "admin create-key",
      'admin create-key --label "build server" --data-dir /var/lib/lectern',
      "admin create-key --json",
    ],
  )
    .option("--label <text>", "purpose of the key", "command line")
    .option("--user <name>", "account the key belongs to (default: admin)")
    .action(async (options: CreateKeyOptions) => {
      const created =
        options.url === undefined ? await createLocally(context, options) : await createRemotely(context, options)
      const terminal = terminalOf(context, options)
      terminal.printJson(created)
      terminal.print(created.key)
      terminal.note("save the key, it is shown only once")
    })
}

async function createLocally(context: CommandContext, options: CreateKeyOptions): Promise<{ key: string }> {
  const { label, user, dataDir } = options
  await noteDataDir(context, options)
  try {
    return await context.entryPoints.createKey({ label, userName: user, dataDir })
  } catch (thrown) {
    const message = messageOf(thrown)
    if (!/^account .* does not exist$/.test(message)) throw thrown
    throw new CliFailure(
      EXIT_CODES.notFound,
      message,
      "name an account with --user, or create one with: lectern admin create-user <name>",
    )
  }
}

function createRemotely(context: CommandContext, options: CreateKeyOptions): Promise<{ key: string }> {
  if (options.user !== undefined) {
    throw new CliFailure(
      EXIT_CODES.usage,
      "--user and --url cannot be combined: a server creates keys for your own account only",
    )
  }
  return withSession(options, context, ({ client, signal }) => client.keys.create({ name: options.label }, { signal }))
}
