import { type UpdateUserRequest, type User, UserRole } from "@lectern/contract"
import { type Command, Option } from "commander"
import { confirm } from "../../terminal/confirm.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { printResponse } from "../../session/print-response.ts"
import { readSecret } from "../../terminal/read-secret.ts"
import { type ApiOptions, apiCommand, type CommandContext, newCommand } from "../../session/command-context.ts"

/** `lectern users`: manages the accounts of an instance. */
export function usersCommand(context: CommandContext): Command {
  return newCommand("users", "manage the accounts of the instance", [
    "users list",
    "users create ann --role member --password-from ANNS_PASSWORD",
    "users change ann --off",
  ])
    .addCommand(listCommand(context))
    .addCommand(createCommand(context))
    .addCommand(changeCommand(context))
    .addCommand(deleteCommand(context))
}

interface AccountOptions extends ApiOptions {
  readonly role?: User["role"] | undefined
  readonly email?: string | undefined
  readonly passwordFrom?: string | undefined
}

interface ChangeOptions extends AccountOptions {
  readonly newPassword?: boolean | undefined
  readonly on?: boolean | undefined
  readonly off?: boolean | undefined
}

const PASSWORD_OPTION = [
  "--password-from <variable>",
  "environment variable with the password; without it, type it at the prompt or pipe it in",
] as const
const roleOption = () => new Option("--role <role>", "role of the account").choices(UserRole.options)

function listCommand(context: CommandContext): Command {
  return apiCommand("list", "list all accounts with their roles and groups", ["users list --json"]).action(
    (options: ApiOptions) =>
      printResponse(context, options, {
        request: ({ client, signal }) => client.admin.listUsers({ signal }),
        describe: ({ users }) => users.map(describeUser),
      }),
  )
}

function createCommand(context: CommandContext): Command {
  return apiCommand(
    "create <name>",
    "create an account; type its password at the prompt, pipe it in, or name a variable",
    ["users create ann", "users create ben --role admin --email ben@example.com --password-from BENS_PASSWORD"],
  )
    .addOption(roleOption().default("member" satisfies User["role"]))
    .option("--email <address>", "email address")
    .option(...PASSWORD_OPTION)
    .action(async (name: string, { role = "member", email, passwordFrom, ...options }: AccountOptions) => {
      const password = await readSecret(context.io, "password", passwordFrom)
      const account = { name, role, password, email }
      await printResponse(context, options, {
        request: ({ client, signal }) => client.admin.createUser(account, { signal }),
        describe: (user) => [describeUser(user)],
      })
    })
}

function changeCommand(context: CommandContext): Command {
  return apiCommand("change <user>", "change, disable or enable an account", [
    "users change ann --role admin",
    "users change ann --off",
    "users change ann --new-password",
  ])
    .addOption(roleOption())
    .option("--email <address>", "new email address; empty to remove it")
    .option("--on", "enable the account")
    .option("--off", "disable the account; its keys and sessions stop working at once")
    .option("--new-password", "set a new password for someone else; type it at the prompt or pipe it in")
    .option(...PASSWORD_OPTION)
    .action(async (user: string, options: ChangeOptions) => {
      const change = await changeOf(context, options)
      await printResponse(context, options, {
        request: ({ client, signal }) => client.admin.updateUser(user, change, { signal }),
        describe: (changed) => [describeUser(changed)],
      })
    })
}

/** @throws {CliFailure} if there is nothing to change, or options contradict each other. */
async function changeOf(context: CommandContext, options: ChangeOptions): Promise<UpdateUserRequest> {
  const { role, email, on, off, newPassword, passwordFrom } = options
  if (on === true && off === true) throw new CliFailure(EXIT_CODES.usage, "--on and --off cannot be combined")
  const change = {
    role,
    email: email === "" ? null : email,
    active: on === true || off === true ? on === true : undefined,
  }
  const isPasswordNew = newPassword === true || passwordFrom !== undefined
  if (!isPasswordNew && Object.values(change).every((value) => value === undefined)) {
    throw new CliFailure(EXIT_CODES.usage, "nothing to change: add --role, --email, --on, --off or --new-password")
  }
  return isPasswordNew ? { ...change, password: await readSecret(context.io, "password", passwordFrom) } : change
}

function deleteCommand(context: CommandContext): Command {
  return apiCommand(
    "delete <user>",
    "delete an account, its keys, and the private libraries of teamspaces without other members",
    ["users delete ann --yes"],
  )
    .option("--yes", "do not ask")
    .action(async (user: string, options: ApiOptions & { readonly yes?: boolean }) => {
      if (options.yes !== true) {
        const words = { what: "deletion", refused: "nothing was deleted" }
        await confirm(
          context.io,
          `delete the account ${user}, its keys, and the private libraries of teamspaces without other members?`,
          words,
        )
      }
      await printResponse(context, options, {
        request: ({ client, signal }) => client.admin.deleteUser(user, { signal }),
        describe: ({ message }) => [message],
      })
    })
}

function describeUser({ id, name, email, role, active, groups }: User): string {
  const details = [role, active ? undefined : "off", email, groups.length === 0 ? undefined : `in ${groups.join(", ")}`]
  return `${id}  ${name}  ${details.filter((detail) => typeof detail === "string").join("  ")}`
}
