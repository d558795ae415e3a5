import { type Connection, CreateConnectionRequest, type TestConnectionResponse } from "@lectern/contract"
import { Argument, type Command } from "commander"
import { withSession } from "../connect.ts"
import { CliFailure, EXIT_CODES } from "../exit-codes.ts"
import { readSecret } from "../read-secret.ts"
import { type ApiOptions, apiCommand, type CommandContext, newCommand, terminalOf } from "./command-context.ts"

const KINDS = CreateConnectionRequest.shape.kind.options

interface AddOptions extends ApiOptions {
  readonly accountName?: string
  readonly tokenFrom?: string
  readonly test: boolean
}

/** `lectern connections`: accounts that private sources are read with. */
export function connectionsCommand(context: CommandContext): Command {
  return newCommand("connections", "look after the accounts that private sources are read with", [
    "connections list",
    "connections add wiki https://example.atlassian.net --account-name you@example.com",
  ])
    .addCommand(listCommand(context))
    .addCommand(addCommand(context))
    .addCommand(testCommand(context))
    .addCommand(removeCommand(context))
}

function listCommand(context: CommandContext): Command {
  return apiCommand("list", "list connected accounts, without their tokens", ["connections list --json"]).action(
    (options: ApiOptions) =>
      withSession(options, context, async ({ client, signal }) => {
        const terminal = terminalOf(context, options)
        const { connections } = await client.connections.list({ signal })
        terminal.printJson({ connections })
        for (const connection of connections) terminal.print(describe(connection))
        if (connections.length === 0) terminal.note("no account is connected: lectern connections add <kind> <address>")
      }),
  )
}

function addCommand(context: CommandContext): Command {
  return apiCommand("add", "connect an account; its token is typed unseen, piped in, or read from a variable", [
    "connections add git https://gitlab.example.com --token-from GITLAB_TOKEN",
    "connections add wiki https://example.atlassian.net --account-name you@example.com",
    "pass show notion | lectern connections add notes https://www.notion.so/example",
  ])
    .addArgument(new Argument("<kind>", "what the account is for").choices(KINDS))
    .argument("<address>", "address of the service")
    .option("--account-name <name>", "name that goes with the token: the e-mail address for Confluence Cloud")
    .option("--token-from <variable>", "environment variable that holds the token")
    .option("--no-test", "do not ask the service whether it accepts the account")
    .action((kind: string, siteUrl: string, options: AddOptions) => connect(context, kind, siteUrl, options))
}

async function connect(context: CommandContext, kind: string, siteUrl: string, options: AddOptions): Promise<void> {
  const { accountName } = options
  const token = await readSecret(context.io, "token", options.tokenFrom)
  const request = CreateConnectionRequest.safeParse({
    kind,
    siteUrl,
    token,
    ...(accountName === undefined ? {} : { accountName }),
  })
  if (!request.success) {
    const [issue] = request.error.issues
    throw new CliFailure(EXIT_CODES.usage, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`)
  }
  await withSession(options, context, async ({ client, signal }) => {
    const terminal = terminalOf(context, options)
    const connection = await client.connections.create(request.data, { signal })
    const test = options.test ? await client.connections.test(connection.id, { signal }) : undefined
    terminal.printJson({ connection, ...(test === undefined ? {} : { test }) })
    terminal.print(describe(connection))
    if (test !== undefined) tellTest(context, options, test)
  })
}

function testCommand(context: CommandContext): Command {
  return apiCommand("test", "ask a service whether it accepts the connected account", ["connections test 3f2a91"])
    .argument("<id>", "connection, as the list shows it")
    .action((id: string, options: ApiOptions) =>
      withSession(options, context, async ({ client, signal }) => {
        const test = await client.connections.test(id, { signal })
        terminalOf(context, options).printJson(test)
        tellTest(context, options, test)
      }),
    )
}

function removeCommand(context: CommandContext): Command {
  return apiCommand("remove", "disconnect an account: its token is forgotten at once", ["connections remove 3f2a91"])
    .argument("<id>", "connection, as the list shows it")
    .action((id: string, options: ApiOptions) =>
      withSession(options, context, async ({ client, signal }) => {
        const terminal = terminalOf(context, options)
        const done = await client.connections.delete(id, { signal })
        terminal.printJson(done)
        terminal.note(`${id} is disconnected: what was read with it stays, and cannot be refreshed`)
      }),
    )
}

function tellTest(context: CommandContext, options: ApiOptions, { accepted, message }: TestConnectionResponse): void {
  terminalOf(context, options).note(message)
  if (!accepted) context.exitWith(EXIT_CODES.failure)
}

function describe({ id, kind, siteUrl, accountName, lastUsedAt }: Connection): string {
  const who = accountName === null ? "" : ` as ${accountName}`
  return `${id}  ${kind}  ${siteUrl}${who}  ${lastUsedAt === null ? "never used" : `used ${lastUsedAt}`}`
}
