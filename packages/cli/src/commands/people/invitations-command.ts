import { type Invitation, TeamspaceRole } from "@lectern/contract"
import { type Command, Option } from "commander"
import { serverUrl } from "../../session/connect.ts"
import { findTeamspace, TEAMSPACE_OPTION, type TeamspaceOptions } from "./find-teamspace.ts"
import { printResponse } from "../../session/print-response.ts"
import { apiCommand, type CommandContext, newCommand } from "../../session/command-context.ts"

interface CreateOptions extends TeamspaceOptions {
  readonly role: TeamspaceRole
}

/** `lectern invitations`: manages links with which people can join a teamspace. */
export function invitationsCommand(context: CommandContext): Command {
  return newCommand("invitations", "invite people to a teamspace", [
    "invitations create ann@example.com",
    "invitations list",
  ])
    .addCommand(listCommand(context))
    .addCommand(createCommand(context))
    .addCommand(revokeCommand(context))
}

function listCommand(context: CommandContext): Command {
  return apiCommand("list", "list the open invitations", ["invitations list"])
    .option(...TEAMSPACE_OPTION)
    .action((options: TeamspaceOptions) =>
      printResponse(context, options, {
        async request(session) {
          const { teamspaces, teamspaceId, signal } = await findTeamspace(session, options)
          return teamspaces.listInvitations(teamspaceId, { signal })
        },
        describe: ({ invitations }) => invitations.map(describeInvitation),
        note: ({ invitations }) => (invitations.length === 0 ? "no open invitations" : undefined),
      }),
    )
}

function createCommand(context: CommandContext): Command {
  return apiCommand("create <for>", "create an invitation and print its link once; no email is sent", [
    "invitations create ann@example.com",
    "invitations create ann@example.com --role owner",
  ])
    .addOption(
      new Option(
        "--role <role>",
        "role in the teamspace; in the self-hosted edition, owner makes an admin and developer a member",
      )
        .choices(TeamspaceRole.options)
        .default("developer" satisfies TeamspaceRole),
    )
    .option(...TEAMSPACE_OPTION)
    .action((label: string, options: CreateOptions) =>
      printResponse(context, options, {
        async request(session) {
          const { teamspaces, teamspaceId, signal } = await findTeamspace(session, options)
          return teamspaces.createInvitation(teamspaceId, { label, role: options.role }, { signal })
        },
        describe: ({ path }) => [
          options.local === true ? path : new URL(path, serverUrl(options.url, context.io)).href,
        ],
        note: ({ id, expiresAt }) =>
          `invitation ${id} is valid until ${expiresAt}; save the link, it is shown only once`,
      }),
    )
}

function revokeCommand(context: CommandContext): Command {
  return apiCommand("revoke <id>", "revoke an invitation", ["invitations revoke 4d7a5b0c1e2f39485766"])
    .option(...TEAMSPACE_OPTION)
    .action((id: string, options: TeamspaceOptions) =>
      printResponse(context, options, {
        async request(session) {
          const { teamspaces, teamspaceId, signal } = await findTeamspace(session, options)
          return teamspaces.revokeInvitation(teamspaceId, id, { signal })
        },
        describe: ({ message }) => [message],
      }),
    )
}

function describeInvitation({ id, label, role, expiresAt }: Invitation): string {
  return `${id}  ${label}  ${role}  until ${expiresAt}`
}
