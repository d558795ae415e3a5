import {
  BeginConsentRequest,
  type Connection,
  CreateConnectionRequest,
  type TestConnectionResponse,
} from "@lectern/contract"
import { Argument, type Command } from "commander"
import type { z } from "zod"
import { withSession } from "../../session/connect.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { readSecret } from "../../terminal/read-secret.ts"
import {
  type ApiOptions,
  apiCommand,
  type CommandContext,
  newCommand,
  terminalOf,
} from "../../session/command-context.ts"

const KINDS = CreateConnectionRequest.shape.kind.options
const CONSENT_KINDS = BeginConsentRequest.shape.kind.options

interface AddOptions extends ApiOptions {
  readonly accountName?: string | undefined
  readonly tokenFrom?: string | undefined
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
    .addCommand(consentCommand(context))
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
  const given = { kind, siteUrl, token, accountName }
  const request = checked(CreateConnectionRequest, given)
  await withSession(options, context, async ({ client, signal }) => {
    const terminal = terminalOf(context, options)
    const connection = await client.connections.create(request, { signal })
    const test = options.test ? await client.connections.test(connection.id, { signal }) : undefined
    terminal.printJson({ connection, test })
    terminal.print(describe(connection))
    if (test !== undefined) tellTest(context, options, test)
  })
}

/** @throws {CliFailure} naming what of a request does not have its form. */
function checked<Shape>(schema: z.ZodType<Shape>, given: object): Shape {
  const request = schema.safeParse(given)
  if (request.success) return request.data
  const [issue] = request.error.issues
  throw new CliFailure(EXIT_CODES.usage, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`)
}

function consentCommand(context: CommandContext): Command {
  return apiCommand("consent", "connect an account by consent: prints the address to open in a browser", [
    "connections consent wiki https://example.atlassian.net",
    "connections consent notes",
  ])
    .addArgument(new Argument("<kind>", "what the account is for").choices(CONSENT_KINDS))
    .argument("[address]", "site to connect; needed when the consent opens several")
    .action((kind: string, siteUrl: string | undefined, options: ApiOptions) => {
      const request = checked(BeginConsentRequest, { kind, siteUrl })
      return withSession(options, context, async ({ client, signal }) => {
        const terminal = terminalOf(context, options)
        const { url, expiresAt } = await client.connections.beginConsent(request, { signal })
        terminal.printJson({ url, expiresAt })
        terminal.print(url)
        terminal.note(`open it in a browser before ${expiresAt}; it counts once. Then: lectern connections list`)
      })
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

function describe({ id, kind, siteUrl, accountName, refusedAt, lastUsedAt }: Connection): string {
  const who = accountName === null ? "" : ` as ${accountName}`
  if (refusedAt !== null) return `${id}  ${kind}  ${siteUrl}${who}  consent over since ${refusedAt}: connect it again`
  return `${id}  ${kind}  ${siteUrl}${who}  ${lastUsedAt === null ? "never used" : `used ${lastUsedAt}`}`
}
