import {
  CreateInvitationRequest,
  CreateInvitationResponse,
  CreateProjectRequest,
  CreateTeamspaceRequest,
  DoneResponse,
  IdParams,
  InvitationParams,
  ListInvitationsResponse,
  ListMembersResponse,
  ListProjectsResponse,
  ListTeamspacesResponse,
  Member,
  MemberParams,
  Project,
  ProjectParams,
  Teamspace,
  UpdateMemberRequest,
  UpdateTeamspaceRequest,
} from "@lectern/contract"
import { createInvitation, listInvitations, revokeInvitation } from "../../service/people/invitations.ts"
import { listMembers, removeMember, updateMember } from "../../service/teamspaces/members.ts"
import { createProject, deleteProject, listProjects, updateProject } from "../../service/teamspaces/projects.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import { createTeamspace, listTeamspaces, readTeamspace, updateTeamspace } from "../../service/teamspaces/teamspaces.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"

/** Serves teamspaces with their members, projects and invitations. */
export function registerTeamspaceRoutes(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("listTeamspaces")) {
    const schema = { response: { 200: ListTeamspacesResponse } }
    app.get(url, { schema }, ({ caller }) => listTeamspaces(context, caller))
  }
  for (const url of addressesOf("createTeamspace")) {
    const schema = { body: CreateTeamspaceRequest, response: { 200: Teamspace } }
    app.post(url, { schema }, ({ caller, body }) => createTeamspace(context, caller, body))
  }
  for (const url of addressesOf("getTeamspace")) {
    const schema = { params: IdParams, response: { 200: Teamspace } }
    app.get(url, { schema }, ({ caller, params }) => readTeamspace(context, caller, params.id))
  }
  for (const url of addressesOf("updateTeamspace")) {
    const schema = { params: IdParams, body: UpdateTeamspaceRequest, response: { 200: Teamspace } }
    app.patch(url, { schema }, ({ caller, params, body }) => updateTeamspace(context, caller, params.id, body))
  }
  registerMembers(app, context)
  registerProjects(app, context)
  registerInvitations(app, context)
}

function registerMembers(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("listMembers")) {
    const schema = { params: IdParams, response: { 200: ListMembersResponse } }
    app.get(url, { schema }, ({ caller, params }) => listMembers(context, caller, params.id))
  }
  for (const url of addressesOf("updateMember")) {
    const schema = { params: MemberParams, body: UpdateMemberRequest, response: { 200: Member } }
    app.patch(url, { schema }, ({ caller, params, body }) => updateMember(context, caller, params, body))
  }
  for (const url of addressesOf("removeMember")) {
    const schema = { params: MemberParams, response: { 200: DoneResponse } }
    app.delete(url, { schema }, async ({ caller, params }) => {
      await removeMember(context, caller, params)
      return { message: "no member any more" }
    })
  }
}

function registerProjects(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("listProjects")) {
    const schema = { params: IdParams, response: { 200: ListProjectsResponse } }
    app.get(url, { schema }, ({ caller, params }) => listProjects(context, caller, params.id))
  }
  for (const url of addressesOf("createProject")) {
    const schema = { params: IdParams, body: CreateProjectRequest, response: { 200: Project } }
    app.post(url, { schema }, ({ caller, params, body }) => createProject(context, caller, params.id, body))
  }
  for (const url of addressesOf("updateProject")) {
    const schema = { params: ProjectParams, body: CreateProjectRequest, response: { 200: Project } }
    app.patch(url, { schema }, ({ caller, params, body }) => updateProject(context, caller, params, body))
  }
  for (const url of addressesOf("deleteProject")) {
    const schema = { params: ProjectParams, response: { 200: DoneResponse } }
    app.delete(url, { schema }, async ({ caller, params }) => {
      await deleteProject(context, caller, params)
      return { message: "the project is deleted, its libraries are in the default one" }
    })
  }
}

function registerInvitations(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("listInvitations")) {
    const schema = { params: IdParams, response: { 200: ListInvitationsResponse } }
    app.get(url, { schema }, ({ caller, params }) => listInvitations(context, caller, params.id))
  }
  for (const url of addressesOf("createInvitation")) {
    const schema = { params: IdParams, body: CreateInvitationRequest, response: { 200: CreateInvitationResponse } }
    app.post(url, { schema }, ({ caller, params, body }) => createInvitation(context, caller, params.id, body))
  }
  for (const url of addressesOf("revokeInvitation")) {
    const schema = { params: InvitationParams, response: { 200: DoneResponse } }
    app.delete(url, { schema }, async ({ caller, params }) => {
      await revokeInvitation(context, caller, params)
      return { message: "the invitation is taken back" }
    })
  }
}
