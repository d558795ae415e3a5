import { DoneResponse, IdParams } from "./keys.ts"
import type { Route } from "./route.ts"
import {
  CreateInvitationRequest,
  CreateInvitationResponse,
  CreateProjectRequest,
  CreateTeamspaceRequest,
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
} from "./teamspaces.ts"

const member = { caller: "keyHolder", status: 200 } as const
const admin = { caller: "admin", status: 200 } as const
const one = { path: "/api/v2/teamspaces/{id}", params: IdParams } as const
const members = { path: "/api/v2/teamspaces/{id}/members", params: IdParams } as const
const oneMember = { path: "/api/v2/teamspaces/{id}/members/{userId}", params: MemberParams } as const
const projects = { path: "/api/v2/teamspaces/{id}/projects", params: IdParams } as const
const oneProject = { path: "/api/v2/teamspaces/{id}/projects/{projectId}", params: ProjectParams } as const
const invitations = { path: "/api/v2/teamspaces/{id}/invitations", params: IdParams } as const
const oneInvitation = { path: "/api/v2/teamspaces/{id}/invitations/{invitationId}", params: InvitationParams } as const

/** Routes for teamspaces, their members, projects and invitations. */
export const TEAMSPACE_ROUTES = [
  {
    ...member,
    operationId: "listTeamspaces",
    method: "GET",
    path: "/api/v2/teamspaces",
    response: ListTeamspacesResponse,
    summary: "the caller's teamspaces",
  },
  {
    ...member,
    operationId: "createTeamspace",
    method: "POST",
    path: "/api/v2/teamspaces",
    body: CreateTeamspaceRequest,
    response: Teamspace,
    summary: "make a teamspace (hosted edition)",
  },
  { ...member, ...one, operationId: "getTeamspace", method: "GET", response: Teamspace, summary: "one teamspace" },
  {
    ...member,
    ...one,
    operationId: "updateTeamspace",
    method: "PATCH",
    body: UpdateTeamspaceRequest,
    response: Teamspace,
    summary: "rename a teamspace; give it another plan, for who operates the instance",
  },
  {
    ...member,
    ...members,
    operationId: "listMembers",
    method: "GET",
    response: ListMembersResponse,
    summary: "members of a teamspace",
  },
  {
    ...admin,
    ...oneMember,
    operationId: "updateMember",
    method: "PATCH",
    body: UpdateMemberRequest,
    response: Member,
    summary: "change the role of a member",
  },
  {
    ...member,
    ...oneMember,
    operationId: "removeMember",
    method: "DELETE",
    response: DoneResponse,
    summary: "remove a member, or leave",
  },
  {
    ...member,
    ...projects,
    operationId: "listProjects",
    method: "GET",
    response: ListProjectsResponse,
    summary: "projects of a teamspace",
  },
  {
    ...admin,
    ...projects,
    operationId: "createProject",
    method: "POST",
    body: CreateProjectRequest,
    response: Project,
    summary: "make a project",
  },
  {
    ...admin,
    ...oneProject,
    operationId: "updateProject",
    method: "PATCH",
    body: CreateProjectRequest,
    response: Project,
    summary: "rename a project",
  },
  {
    ...admin,
    ...oneProject,
    operationId: "deleteProject",
    method: "DELETE",
    response: DoneResponse,
    summary: "delete a project; its libraries go to the default one",
  },
  {
    ...admin,
    ...invitations,
    operationId: "createInvitation",
    method: "POST",
    body: CreateInvitationRequest,
    response: CreateInvitationResponse,
    summary: "invite somebody; the link is shown once",
  },
  {
    ...admin,
    ...invitations,
    operationId: "listInvitations",
    method: "GET",
    response: ListInvitationsResponse,
    summary: "open invitations of a teamspace",
  },
  {
    ...admin,
    ...oneInvitation,
    operationId: "revokeInvitation",
    method: "DELETE",
    response: DoneResponse,
    summary: "take an invitation back",
  },
] as const satisfies readonly Route[]
