import type { Project } from "@lectern/contract"
import type { Command } from "commander"
import { findTeamspace, TEAMSPACE_OPTION, type TeamspaceOptions } from "./find-teamspace.ts"
import { printResponse } from "../../session/print-response.ts"
import { apiCommand, type CommandContext, newCommand } from "../../session/command-context.ts"

/** `lectern projects`: manages groups of private libraries in a teamspace. */
export function projectsCommand(context: CommandContext): Command {
  return newCommand("projects", "manage the projects that group private libraries", [
    "projects list",
    "projects create payments",
  ])
    .addCommand(listCommand(context))
    .addCommand(createCommand(context))
    .addCommand(renameCommand(context))
    .addCommand(deleteCommand(context))
}

function listCommand(context: CommandContext): Command {
  return apiCommand("list", "list the projects of a teamspace, the default one first", ["projects list"])
    .option(...TEAMSPACE_OPTION)
    .action((options: TeamspaceOptions) =>
      printResponse(context, options, {
        async request(session) {
          const { teamspaces, teamspaceId, signal } = await findTeamspace(session, options)
          return teamspaces.listProjects(teamspaceId, { signal })
        },
        describe: ({ projects }) => projects.map(describeProject),
      }),
    )
}

function createCommand(context: CommandContext): Command {
  return apiCommand("create <name>", "create a project", ["projects create payments"])
    .option(...TEAMSPACE_OPTION)
    .action((name: string, options: TeamspaceOptions) =>
      printResponse(context, options, {
        async request(session) {
          const { teamspaces, teamspaceId, signal } = await findTeamspace(session, options)
          return teamspaces.createProject(teamspaceId, { name }, { signal })
        },
        describe: (project) => [describeProject(project)],
      }),
    )
}

function renameCommand(context: CommandContext): Command {
  return apiCommand("rename <id> <name>", "rename a project", ["projects rename 4d7a5b0c1e2f39485766 billing"])
    .option(...TEAMSPACE_OPTION)
    .action((id: string, name: string, options: TeamspaceOptions) =>
      printResponse(context, options, {
        async request(session) {
          const { teamspaces, teamspaceId, signal } = await findTeamspace(session, options)
          return teamspaces.updateProject(teamspaceId, id, { name }, { signal })
        },
        describe: (project) => [describeProject(project)],
      }),
    )
}

function deleteCommand(context: CommandContext): Command {
  return apiCommand("delete <id>", "delete a project; its libraries move to the default project", [
    "projects delete 4d7a5b0c1e2f39485766",
  ])
    .option(...TEAMSPACE_OPTION)
    .action((id: string, options: TeamspaceOptions) =>
      printResponse(context, options, {
        async request(session) {
          const { teamspaces, teamspaceId, signal } = await findTeamspace(session, options)
          return teamspaces.deleteProject(teamspaceId, id, { signal })
        },
        describe: ({ message }) => [message],
      }),
    )
}

function describeProject({ id, name, isDefault }: Project): string {
  return `${id}  ${name}${isDefault ? "  default" : ""}`
}
