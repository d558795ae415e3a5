import { createInvitation, listInvitations, revokeInvitation } from "../../../service/people/invitations.ts"
import { listMembers, removeMember, updateMember } from "../../../service/teamspaces/members.ts"
import { createProject, deleteProject, listProjects, updateProject } from "../../../service/teamspaces/projects.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import {
  createTeamspace,
  listTeamspaces,
  readTeamspace,
  updateTeamspace,
} from "../../../service/teamspaces/teamspaces.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { serve } from "../../serving/serve.ts"

/** Serves teamspaces with their members, projects and invitations. */
export function registerTeamspaceRoutes(app: HttpApp, context: ServiceContext): void {
  serve(app, "listTeamspaces", ({ caller }) => listTeamspaces(context, caller))
  serve(app, "createTeamspace", ({ caller, body }) => createTeamspace(context, caller, body))
  serve(app, "getTeamspace", ({ caller, params }) => readTeamspace(context, caller, params.id))
  serve(app, "updateTeamspace", ({ caller, params, body }) => updateTeamspace(context, caller, params.id, body))
  registerMembers(app, context)
  registerProjects(app, context)
  registerInvitations(app, context)
}

function registerMembers(app: HttpApp, context: ServiceContext): void {
  serve(app, "listMembers", ({ caller, params }) => listMembers(context, caller, params.id))
  serve(app, "updateMember", ({ caller, params, body }) => updateMember(context, caller, params, body))
  serve(app, "removeMember", async ({ caller, params }) => {
    await removeMember(context, caller, params)
    return { message: "member removed" }
  })
}

function registerProjects(app: HttpApp, context: ServiceContext): void {
  serve(app, "listProjects", ({ caller, params }) => listProjects(context, caller, params.id))
  serve(app, "createProject", ({ caller, params, body }) => createProject(context, caller, params.id, body))
  serve(app, "updateProject", ({ caller, params, body }) => updateProject(context, caller, params, body))
  serve(app, "deleteProject", async ({ caller, params }) => {
    await deleteProject(context, caller, params)
    return { message: "project deleted; its libraries are now in the default project" }
  })
}

function registerInvitations(app: HttpApp, context: ServiceContext): void {
  serve(app, "listInvitations", ({ caller, params }) => listInvitations(context, caller, params.id))
  serve(app, "createInvitation", ({ caller, params, body }) => createInvitation(context, caller, params.id, body))
  serve(app, "revokeInvitation", async ({ caller, params }) => {
    await revokeInvitation(context, caller, params)
    return { message: "invitation revoked" }
  })
}
