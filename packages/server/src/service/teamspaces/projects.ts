import type { CreateProjectRequest, ListProjectsResponse, Project } from "@lectern/contract"
import type { Caller } from "../../access/identity/caller.ts"
import { Forbidden } from "../../access/errors.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { ProjectRecord } from "../../catalogue/teamspaces/records.ts"
import { limitOfPlan } from "../../config/people-settings.ts"
import { authorizeInTeamspace } from "./teamspace-scope.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { timestamp } from "../../base/timestamp.ts"
import { AlreadyExists, NotFound } from "../errors.ts"
import type { TeamspaceServices } from "./teamspace-services.ts"

/** Lists the projects of a teamspace, the default one first. @throws {TeamMissing} */
export async function listProjects(
  context: TeamspaceServices,
  caller: Caller,
  teamspaceId: string,
): Promise<ListProjectsResponse> {
  await authorizeInTeamspace(context, caller, teamspaceId, "readTeamspaces")
  return { projects: (await context.catalogue.teamspaces.projects(teamspaceId)).map(describeProject) }
}

/** Creates a project. @throws {TeamMissing} @throws {AlreadyExists} @throws {Forbidden} if the plan allows no more. */
export async function createProject(
  context: TeamspaceServices,
  caller: Caller,
  teamspaceId: string,
  { name }: CreateProjectRequest,
): Promise<Project> {
  const acting = await authorizeInTeamspace(context, caller, teamspaceId, "manageProjects")
  const { plan } = acting.teamspace
  const project = await context.catalogue.inTransaction(async ({ teamspaces }) => {
    await teamspaces.lock(teamspaceId)
    const max = plan === null ? Infinity : limitOfPlan(context.settings.LECTERN_PLAN_PROJECTS, plan)
    if ((await teamspaces.projects(teamspaceId)).length >= max) {
      throw new Forbidden(
        `cannot create the project: the plan ${plan} allows ${max} projects. Upgrade to a larger plan`,
      )
    }
    return teamspaces.addProject({ teamspaceKey: teamspaceId, name })
  })
  if (project === undefined)
    throw new AlreadyExists(`project ${name} already exists in this teamspace. Choose another name`)
  await recordAuditEntry(context, caller, { action: "project.create", subject: name, teamspaceKey: teamspaceId })
  return describeProject(project)
}

/** Renames a project. @throws {TeamMissing} @throws {NotFound} @throws {AlreadyExists} */
export async function updateProject(
  context: TeamspaceServices,
  caller: Caller,
  { id, projectId }: { readonly id: string; readonly projectId: string },
  { name }: CreateProjectRequest,
): Promise<Project> {
  await authorizeInTeamspace(context, caller, id, "manageProjects")
  const { teamspaces } = context.catalogue
  const project = await teamspaces.projectByKey(projectId)
  if (project?.teamspaceKey !== id) throw new NotFound(`project ${projectId} does not exist in this teamspace`)
  if (!(await teamspaces.renameProject(projectId, name))) {
    throw new AlreadyExists(`project ${name} already exists in this teamspace. Choose another name`)
  }
  await recordAuditEntry(context, caller, {
    action: "project.change",
    subject: `${project.name}, now ${name}`,
    teamspaceKey: id,
  })
  return describeProject({ ...project, name })
}

/**
 * Deletes a project. Its libraries move to the default project; their visibility and answers do not change.
 *
 * @throws {TeamMissing} @throws {NotFound} @throws {InvalidInput} for the default project.
 */
export async function deleteProject(
  context: TeamspaceServices,
  caller: Caller,
  { id, projectId }: { readonly id: string; readonly projectId: string },
): Promise<void> {
  await authorizeInTeamspace(context, caller, id, "manageProjects")
  const { name } = await context.catalogue.inTransaction(async ({ teamspaces }) => {
    const project = await teamspaces.projectByKey(projectId)
    if (project?.teamspaceKey !== id) throw new NotFound(`project ${projectId} does not exist in this teamspace`)
    if (project.isDefault)
      throw new InvalidInput(`cannot delete ${project.name}: it is the default project. Rename it instead`)
    await teamspaces.removeProject(projectId)
    return project
  })
  await recordAuditEntry(context, caller, { action: "project.delete", subject: name, teamspaceKey: id })
}

function describeProject({ key: id, name, isDefault, createdAtMs }: ProjectRecord): Project {
  return { id, name, isDefault, createdAt: timestamp(createdAtMs) }
}
