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

/** `lectern connections`: manages accounts that Lectern uses to fetch private sources. */
export function connectionsCommand(context: CommandContext): Command {
  return newCommand("connections", "manage the accounts that Lectern uses to read private sources", [
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
        if (connections.length === 0)
          terminal.note("no connected accounts: add one with: lectern connections add <kind> <address>")
      }),
  )
}

function addCommand(context: CommandContext): Command {
  return apiCommand("add", "connect an account; type its token at the prompt, pipe it in, or name a variable", [
    "connections add git https://gitlab.example.com --token-from GITLAB_TOKEN",
    "connections add wiki https://example.atlassian.net --account-name you@example.com",
    "pass show notion | lectern connections add notes https://www.notion.so/example",
  ])
    .addArgument(new Argument("<kind>", "kind of service").choices(KINDS))
    .argument("<address>", "URL of the service")
    .option("--account-name <name>", "account name that belongs to the token: for Confluence Cloud, the email address")
    .option("--token-from <variable>", "environment variable with the token")
    .option("--no-test", "do not test whether the service accepts the account")
    .action((kind: string, siteUrl: string, options: AddOptions) => connect(context, kind, siteUrl, options))
}

async function connect(context: CommandContext, kind: string, siteUrl: string, options: AddOptions): Promise<void> {
  const { accountName } = options
  const token = await readSecret(context.io, "token", options.tokenFrom)
  const given = { kind, siteUrl, token, accountName }
  const request = validated(CreateConnectionRequest, given)
  await withSession(options, context, async ({ client, signal }) => {
    const terminal = terminalOf(context, options)
    const connection = await client.connections.create(request, { signal })
    const test = options.test ? await client.connections.test(connection.id, { signal }) : undefined
    terminal.printJson({ connection, test })
    terminal.print(describe(connection))
    if (test !== undefined) reportTest(context, options, test)
  })
}

/** @throws {CliFailure} if the request is invalid. */
function validated<Shape>(schema: z.ZodType<Shape>, given: object): Shape {
  const request = schema.safeParse(given)
  if (request.success) return request.data
  const [issue] = request.error.issues
  throw new CliFailure(EXIT_CODES.usage, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`)
}

function consentCommand(context: CommandContext): Command {
  return apiCommand("consent", "connect an account with OAuth: prints a link to open in a browser", [
    "connections consent wiki https://example.atlassian.net",
    "connections consent notes",
  ])
    .addArgument(new Argument("<kind>", "kind of service").choices(CONSENT_KINDS))
    .argument("[address]", "site to connect, if the account has access to several")
    .action((kind: string, siteUrl: string | undefined, options: ApiOptions) => {
      const request = validated(BeginConsentRequest, { kind, siteUrl })
      return withSession(options, context, async ({ client, signal }) => {
        const terminal = terminalOf(context, options)
        const { url, expiresAt } = await client.connections.beginConsent(request, { signal })
        terminal.printJson({ url, expiresAt })
        terminal.print(url)
        terminal.note(
          `open this link in a browser before ${expiresAt}; it works once. Then run: lectern connections list`,
        )
      })
    })
}

function testCommand(context: CommandContext): Command {
  return apiCommand("test", "test whether the service accepts a connected account", ["connections test 3f2a91"])
    .argument("<id>", "id of the connection")
    .action((id: string, options: ApiOptions) =>
      withSession(options, context, async ({ client, signal }) => {
        const test = await client.connections.test(id, { signal })
        terminalOf(context, options).printJson(test)
        reportTest(context, options, test)
      }),
    )
}

function removeCommand(context: CommandContext): Command {
  return apiCommand("remove", "disconnect an account and delete its token", ["connections remove 3f2a91"])
    .argument("<id>", "id of the connection")
    .action((id: string, options: ApiOptions) =>
      withSession(options, context, async ({ client, signal }) => {
        const terminal = terminalOf(context, options)
        const done = await client.connections.delete(id, { signal })
        terminal.printJson(done)
        terminal.note(`disconnected ${id}: its libraries remain, but cannot be refreshed`)
      }),
    )
}

function reportTest(context: CommandContext, options: ApiOptions, { accepted, message }: TestConnectionResponse): void {
  terminalOf(context, options).note(message)
  if (!accepted) context.exitWith(EXIT_CODES.failure)
}

function describe({ id, kind, siteUrl, accountName, refusedAt, lastUsedAt }: Connection): string {
  const account = accountName === null ? "" : ` as ${accountName}`
  if (refusedAt !== null)
    return `${id}  ${kind}  ${siteUrl}${account}  access revoked on ${refusedAt}: connect it again`
  return `${id}  ${kind}  ${siteUrl}${account}  ${lastUsedAt === null ? "never used" : `used ${lastUsedAt}`}`
}
