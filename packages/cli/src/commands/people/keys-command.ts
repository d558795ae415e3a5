import type { Command } from "commander"
import { printResponse } from "../../session/print-response.ts"
import { type ApiOptions, apiCommand, type CommandContext, newCommand } from "../../session/command-context.ts"

/** `lectern keys`: manages the API keys of your own account. */
export function keysCommand(context: CommandContext): Command {
  return newCommand("keys", "manage the API keys of your account", ["keys list", "keys create laptop"])
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
        note: ({ keys }) => (keys.length === 0 ? "no keys: create one with: lectern keys create <name>" : undefined),
      }),
  )
}

function createCommand(context: CommandContext): Command {
  return apiCommand("create <name>", "create a key for your account and print it once", ["keys create laptop"]).action(
    (name: string, options: ApiOptions) =>
      printResponse(context, options, {
        request: ({ client, signal }) => client.keys.create({ name }, { signal }),
        describe: ({ key }) => [key],
        note: ({ id }) => `created key ${id}; save it, it is shown only once`,
      }),
  )
}

function revokeCommand(context: CommandContext): Command {
  return apiCommand("revoke <id>", "revoke a key; it stops working at once", [
    "keys revoke 4d7a5b0c1e2f39485766",
  ]).action((id: string, options: ApiOptions) =>
    printResponse(context, options, {
      request: ({ client, signal }) => client.keys.revoke(id, { signal }),
      describe: ({ message }) => [message],
    }),
  )
}
