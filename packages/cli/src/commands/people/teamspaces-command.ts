import { Plan, type Teamspace } from "@lectern/contract"
import { type Command, Option } from "commander"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { printResponse } from "../../session/print-response.ts"
import { type ApiOptions, apiCommand, type CommandContext, newCommand } from "../../session/command-context.ts"

interface ChangeOptions extends ApiOptions {
  readonly name?: string | undefined
  readonly plan?: Plan | undefined
}

/** `lectern teamspaces`: manages the owners of members, projects and private libraries. */
export function teamspacesCommand(context: CommandContext): Command {
  return newCommand("teamspaces", "manage teamspaces", ["teamspaces list", 'teamspaces create "Platform team"'])
    .addCommand(listCommand(context))
    .addCommand(createCommand(context))
    .addCommand(changeCommand(context))
}

function listCommand(context: CommandContext): Command {
  return apiCommand("list", "list your teamspaces; with a key, the one that it belongs to", ["teamspaces list"]).action(
    (options: ApiOptions) =>
      printResponse(context, options, {
        request: ({ client, signal }) => client.teamspaces.list({ signal }),
        describe: ({ teamspaces }) => teamspaces.map(describeTeamspace),
        note: ({ teamspaces }) => (teamspaces.length === 0 ? "you are not a member of any teamspace" : undefined),
      }),
  )
}

function createCommand(context: CommandContext): Command {
  return apiCommand("create <name>", "create a teamspace that you own (hosted edition)", [
    'teamspaces create "Platform team"',
  ]).action((name: string, options: ApiOptions) =>
    printResponse(context, options, {
      request: ({ client, signal }) => client.teamspaces.create({ name }, { signal }),
      describe: (teamspace) => [describeTeamspace(teamspace)],
    }),
  )
}

function changeCommand(context: CommandContext): Command {
  return apiCommand("change <id>", "rename a teamspace or change its plan", [
    'teamspaces change main --name "Our documentation"',
    "teamspaces change 4d7a5b0c1e2f39485766 --plan team",
  ])
    .option("--name <name>", "new name")
    .addOption(new Option("--plan <plan>", "new plan; requires an operator of the instance").choices(Plan.options))
    .action(async (id: string, options: ChangeOptions) => {
      const { name, plan } = options
      const change = { name, plan }
      if (name === undefined && plan === undefined) {
        throw new CliFailure(EXIT_CODES.usage, "nothing to change: add --name or --plan")
      }
      await printResponse(context, options, {
        request: ({ client, signal }) => client.teamspaces.update(id, change, { signal }),
        describe: (teamspace) => [describeTeamspace(teamspace)],
      })
    })
}

function describeTeamspace({ id, name, plan, role }: Teamspace): string {
  const details = [plan === null ? undefined : `plan ${plan}`, role === null ? undefined : `you are ${role}`]
  return [id, name, ...details.filter((detail) => detail !== undefined)].join("  ")
}
