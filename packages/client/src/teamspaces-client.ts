import type {
  CreateInvitationRequest,
  CreateInvitationResponse,
  CreateProjectRequest,
  CreateTeamspaceRequest,
  DoneResponse,
  ListInvitationsResponse,
  ListMembersResponse,
  ListProjectsResponse,
  ListTeamspacesResponse,
  Member,
  Project,
  Teamspace,
  UpdateMemberRequest,
  UpdateTeamspaceRequest,
} from "@lectern/contract"
import type { CallOptions } from "./client-options.ts"
import type { SendJson } from "./send-request.ts"

/**
 * Methods for teamspaces with their members, projects and invitations; available as `teamspaces` of a
 * `LecternClient`. The one teamspace of the self-hosted edition is called `main`.
 */
export class TeamspacesClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Lists the teamspaces of the caller; with a key, only the teamspace of the key. */
  list(options?: CallOptions): Promise<ListTeamspacesResponse> {
    return this.#json({ operation: "listTeamspaces" }, options)
  }

  /** Creates a teamspace that the caller owns, in the hosted edition. */
  create(request: CreateTeamspaceRequest, options?: CallOptions): Promise<Teamspace> {
    return this.#json({ operation: "createTeamspace", json: request }, options)
  }

  get(teamspaceId: string, options?: CallOptions): Promise<Teamspace> {
    return this.#json({ operation: "getTeamspace", params: { id: teamspaceId } }, options)
  }

  /** Renames a teamspace, or changes its plan. */
  update(teamspaceId: string, change: UpdateTeamspaceRequest, options?: CallOptions): Promise<Teamspace> {
    return this.#json({ operation: "updateTeamspace", params: { id: teamspaceId }, json: change }, options)
  }

  /** Lists the members of a teamspace by name. */
  listMembers(teamspaceId: string, options?: CallOptions): Promise<ListMembersResponse> {
    return this.#json({ operation: "listMembers", params: { id: teamspaceId } }, options)
  }

  /** Changes the role of a member. */
  updateMember(
    teamspaceId: string,
    userId: string,
    change: UpdateMemberRequest,
    options?: CallOptions,
  ): Promise<Member> {
    return this.#json({ operation: "updateMember", params: { id: teamspaceId, userId }, json: change }, options)
  }

  /** Removes a member, or leaves the teamspace. */
  removeMember(teamspaceId: string, userId: string, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ operation: "removeMember", params: { id: teamspaceId, userId } }, options)
  }

  /** Lists the projects of a teamspace, the default one first. */
  listProjects(teamspaceId: string, options?: CallOptions): Promise<ListProjectsResponse> {
    return this.#json({ operation: "listProjects", params: { id: teamspaceId } }, options)
  }

  createProject(teamspaceId: string, request: CreateProjectRequest, options?: CallOptions): Promise<Project> {
    return this.#json({ operation: "createProject", params: { id: teamspaceId }, json: request }, options)
  }

  /** Renames a project. */
  updateProject(
    teamspaceId: string,
    projectId: string,
    change: CreateProjectRequest,
    options?: CallOptions,
  ): Promise<Project> {
    return this.#json({ operation: "updateProject", params: { id: teamspaceId, projectId }, json: change }, options)
  }

  /** Deletes a project; its libraries move to the default project. */
  deleteProject(teamspaceId: string, projectId: string, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ operation: "deleteProject", params: { id: teamspaceId, projectId } }, options)
  }

  /** Invites a person; the link is returned only once. */
  createInvitation(
    teamspaceId: string,
    request: CreateInvitationRequest,
    options?: CallOptions,
  ): Promise<CreateInvitationResponse> {
    return this.#json({ operation: "createInvitation", params: { id: teamspaceId }, json: request }, options)
  }

  /** Lists the invitations that can still be accepted, newest first. */
  listInvitations(teamspaceId: string, options?: CallOptions): Promise<ListInvitationsResponse> {
    return this.#json({ operation: "listInvitations", params: { id: teamspaceId } }, options)
  }

  /** Revokes an invitation. */
  revokeInvitation(teamspaceId: string, invitationId: string, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ operation: "revokeInvitation", params: { id: teamspaceId, invitationId } }, options)
  }
}
