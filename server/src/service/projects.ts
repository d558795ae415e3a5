import type { CreateProjectRequest, ListProjectsResponse, Project } from "@lectern/contract"
import { teamspaceOf, type Caller } from "../access/caller.ts"
import { Forbidden } from "../access/errors.ts"
import { InternalFailure } from "../base/errors.ts"
import type { ProjectRecord } from "../catalogue/people-stores.ts"
import { limitOfPlan } from "../config/people-settings.ts"
import { actIn } from "./act-in-teamspace.ts"
import { recordAct } from "./audit.ts"
import { timestamp } from "./describe-job.ts"
import { AlreadyThere, NothingThere, TeamMissing } from "./errors.ts"
import { allow, type ServiceContext } from "./service-context.ts"

/** Whose a private library is. */
export interface Owner {
  readonly teamspaceKey: string
  readonly projectKey: string
}

/**
 * Names the teamspace and the project that a private source belongs to.
 *
 * @param projectId a project of the caller's teamspace; its default one when left out.
 * @throws {TeamMissing} when the caller works in no teamspace. @throws {Forbidden} for a project of another teamspace and
 *   for one that does not exist: both read the same.
 */
export async function ownerFor(context: ServiceContext, caller: Caller, projectId?: string): Promise<Owner> {
  const teamspaceKey = teamspaceOf(caller, context.settings)
  if (teamspaceKey === null) throw new TeamMissing("a private source belongs to a teamspace: send a key of a member")
  const projects = await context.catalogue.teamspaces.projects(teamspaceKey)
  const project = projects.find(({ key, isDefault }) => (projectId === undefined ? isDefault : key === projectId))
  if (project !== undefined) return { teamspaceKey, projectKey: project.key }
  if (projectId === undefined) throw new InternalFailure(`the teamspace ${teamspaceKey} has no default project`)
  throw new Forbidden(
    `the project ${projectId} is not one of this teamspace: leave projectId out, or list the projects`,
  )
}

/** Lists the projects of a teamspace, the default one first. @throws {TeamMissing} */
export async function listProjects(
  context: ServiceContext,
  caller: Caller,
  teamspaceId: string,
): Promise<ListProjectsResponse> {
  const place = await actIn(context, caller, teamspaceId)
  allow(context, place.caller, "readTeamspaces")
  return { projects: (await context.catalogue.teamspaces.projects(teamspaceId)).map(describeProject) }
}

/** Makes a project. @throws {TeamMissing} @throws {AlreadyThere} @throws {Forbidden} when the plan allows no more. */
export async function createProject(
  context: ServiceContext,
  caller: Caller,
  teamspaceId: string,
  { name }: CreateProjectRequest,
): Promise<Project> {
  const place = await actIn(context, caller, teamspaceId)
  allow(context, place.caller, "manageProjects")
  const { plan } = place.teamspace
  const project = await context.catalogue.inTransaction(async ({ teamspaces }) => {
    await teamspaces.lock(teamspaceId)
    const max = plan === null ? Infinity : limitOfPlan(context.settings.LECTERN_PLAN_PROJECTS, plan)
    if ((await teamspaces.projects(teamspaceId)).length >= max) {
      throw new Forbidden(`the plan ${plan} allows ${max} projects: a larger plan allows more`)
    }
    return teamspaces.addProject({ teamspaceKey: teamspaceId, name })
  })
  if (project === undefined) throw new AlreadyThere(`there is a project ${name} in this teamspace already`)
  await recordAct(context, caller, { action: "project.create", subject: name, teamspaceKey: teamspaceId })
  return describeProject(project)
}

/** Renames a project. @throws {TeamMissing} @throws {NothingThere} @throws {AlreadyThere} */
export async function updateProject(
  context: ServiceContext,
  caller: Caller,
  { id, projectId }: { readonly id: string; readonly projectId: string },
  { name }: CreateProjectRequest,
): Promise<Project> {
  const place = await actIn(context, caller, id)
  allow(context, place.caller, "manageProjects")
  const { teamspaces } = context.catalogue
  const project = await teamspaces.projectByKey(projectId)
  if (project?.teamspaceKey !== id) throw new NothingThere(`there is no project ${projectId} in this teamspace`)
  if (!(await teamspaces.renameProject(projectId, name))) {
    throw new AlreadyThere(`there is a project ${name} in this teamspace already`)
  }
  await recordAct(context, caller, {
    action: "project.change",
    subject: `${project.name}, now ${name}`,
    teamspaceKey: id,
  })
  return describeProject({ ...project, name })
}

function describeProject({ key: id, name, isDefault, createdAtMs }: ProjectRecord): Project {
  return { id, name, isDefault, createdAt: timestamp(createdAtMs) }
}
