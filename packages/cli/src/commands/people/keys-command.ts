import type { Command } from "commander"
import { printResponse } from "../../session/print-response.ts"
import { type ApiOptions, apiCommand, type CommandContext, newCommand } from "../../session/command-context.ts"

/** `lectern keys`: API keys of one's own account. */
export function keysCommand(context: CommandContext): Command {
  return newCommand("keys", "look after the API keys of your account", ["keys list", "keys create laptop"])
    .addCommand(listCommand(context))
    .addCommand(createCommand(context))
    .addCommand(revokeCommand(context))
}

function listCommand(context: CommandContext): Command {
  return apiCommand("list", "list your keys, without their values", ["keys list --json"]).action(
    (options: ApiOptions) =>
      printResponse(context, options, {
        request: ({ client, signal }) => client.keys.list({ signal }),
        describe: ({ keys }) =>
          keys.map(({ id, name, lastUsedAt }) => `${id}  ${name}  last used ${lastUsedAt ?? "never"}`),
        note: ({ keys }) => (keys.length === 0 ? "there are no keys" : undefined),
      }),
  )
}

function createCommand(context: CommandContext): Command {
  return apiCommand("create <name>", "make a key of your account and print it once", ["keys create laptop"]).action(
    (name: string, options: ApiOptions) =>
      printResponse(context, options, {
        request: ({ client, signal }) => client.keys.create({ name }, { signal }),
        describe: ({ key }) => [key],
        note: ({ id }) => `the key is ${id}; keep its value now: it is not shown again`,
      }),
  )
}

function revokeCommand(context: CommandContext): Command {
  return apiCommand("revoke <id>", "revoke a key, at once and for good", ["keys revoke 4d7a5b0c1e2f39485766"]).action(
    (id: string, options: ApiOptions) =>
      printResponse(context, options, {
        request: ({ client, signal }) => client.keys.revoke(id, { signal }),
        describe: ({ message }) => [message],
      }),
  )
}
