import { type Member, TeamspaceRole } from "@lectern/contract"
import { Argument, type Command } from "commander"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { findTeamspace, type FoundTeamspace, TEAMSPACE_OPTION, type TeamspaceOptions } from "./find-teamspace.ts"
import { printResponse } from "../../session/print-response.ts"
import { apiCommand, type CommandContext, newCommand } from "../../session/command-context.ts"

/** `lectern members`: manages the members of a teamspace. */
export function membersCommand(context: CommandContext): Command {
  return newCommand("members", "manage the members of a teamspace", ["members list", "members change ann admin"])
    .addCommand(listCommand(context))
    .addCommand(changeCommand(context))
    .addCommand(removeCommand(context))
}

function listCommand(context: CommandContext): Command {
  return apiCommand("list", "list the members of a teamspace, by name", ["members list"])
    .option(...TEAMSPACE_OPTION)
    .action((options: TeamspaceOptions) =>
      printResponse(context, options, {
        async request(session) {
          const { teamspaces, teamspaceId, signal } = await findTeamspace(session, options)
          return teamspaces.listMembers(teamspaceId, { signal })
        },
        describe: ({ members }) => members.map(describeMember),
      }),
    )
}

function changeCommand(context: CommandContext): Command {
  return apiCommand("change <member>", "change the role of a member (hosted edition)", ["members change ann admin"])
    .addArgument(new Argument("<role>", "the role").choices(TeamspaceRole.options))
    .option(...TEAMSPACE_OPTION)
    .action((member: string, role: TeamspaceRole, options: TeamspaceOptions) =>
      printResponse(context, options, {
        async request(session) {
          const found = await findTeamspace(session, options)
          const { userId } = await findMember(found, member)
          return found.teamspaces.updateMember(found.teamspaceId, userId, { role }, { signal: found.signal })
        },
        describe: (changed) => [describeMember(changed)],
      }),
    )
}

function removeCommand(context: CommandContext): Command {
  return apiCommand("remove <member>", "remove a member; their keys of the teamspace stop working at once", [
    "members remove ann",
  ])
    .option(...TEAMSPACE_OPTION)
    .action((member: string, options: TeamspaceOptions) =>
      printResponse(context, options, {
        async request(session) {
          const found = await findTeamspace(session, options)
          const { userId } = await findMember(found, member)
          return found.teamspaces.removeMember(found.teamspaceId, userId, { signal: found.signal })
        },
        describe: ({ message }) => [message],
      }),
    )
}

/** @param member id or name of the account. @throws {CliFailure} if there is no such member. */
async function findMember({ teamspaces, teamspaceId, signal }: FoundTeamspace, member: string): Promise<Member> {
  const { members } = await teamspaces.listMembers(teamspaceId, { signal })
  const found = members.find(({ userId }) => userId === member) ?? members.find(({ name }) => name === member)
  if (found !== undefined) return found
  throw new CliFailure(EXIT_CODES.notFound, `${member} is not a member of teamspace ${teamspaceId}`)
}

function describeMember({ userId, name, role, joinedAt }: Member): string {
  return `${userId}  ${name}  ${role}  since ${joinedAt}`
}
