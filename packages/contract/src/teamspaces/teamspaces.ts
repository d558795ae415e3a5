import { z } from "zod"
import { boundedText, shownLine, Timestamp } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** Roles in a teamspace, most privileged first. */
export const TEAMSPACE_ROLES = ["owner", "admin", "developer"] as const
/** Wire schema of a role in a teamspace. */
export const TeamspaceRole = z.enum(TEAMSPACE_ROLES).meta({ id: "TeamspaceRole", description: "role in a teamspace" })
export type TeamspaceRole = z.infer<typeof TeamspaceRole>

/** Plans of the hosted edition, smallest first. */
export const PLANS = ["free", "pro", "team"] as const
/** Wire schema of a plan. */
export const Plan = z.enum(PLANS).meta({ id: "Plan", description: "plan of a teamspace" })
export type Plan = z.infer<typeof Plan>

const Name = shownLine(LIMITS.teamspaceNameMaxCharacters)
const RowId = boundedText(1, 100)

/** A teamspace as a member sees it. */
export const Teamspace = z
  .object({
    id: z.string(),
    name: z.string(),
    plan: Plan.nullable().describe("null if no plan limits it, as in the self-hosted edition"),
    role: TeamspaceRole.nullable().describe("role of the caller; null if not a member"),
    createdAt: Timestamp,
  })
  .meta({ id: "Teamspace", description: "a teamspace: owns members, keys, policies, private libraries and projects" })
export type Teamspace = z.infer<typeof Teamspace>

/** The caller's teamspaces, oldest membership first. */
export const ListTeamspacesResponse = z
  .object({ teamspaces: z.array(Teamspace) })
  .meta({ id: "ListTeamspacesResponse", description: "the caller's teamspaces" })
export type ListTeamspacesResponse = z.infer<typeof ListTeamspacesResponse>

/** Creates a teamspace that the caller owns. */
export const CreateTeamspaceRequest = z
  .object({ name: Name })
  .meta({ id: "CreateTeamspaceRequest", description: "a teamspace to create" })
export type CreateTeamspaceRequest = z.infer<typeof CreateTeamspaceRequest>

/** Changes a teamspace; the plan can be changed only by operators of the instance. */
export const UpdateTeamspaceRequest = z
  .object({ name: Name.optional(), plan: Plan.optional() })
  .refine((change) => Object.keys(change).length > 0, { error: "send at least one field to change" })
  .meta({ id: "UpdateTeamspaceRequest", description: "changes to a teamspace" })
export type UpdateTeamspaceRequest = z.infer<typeof UpdateTeamspaceRequest>

/** A member of a teamspace. */
export const Member = z
  .object({ userId: z.string(), name: z.string(), role: TeamspaceRole, joinedAt: Timestamp })
  .meta({ id: "Member", description: "a member of a teamspace" })
export type Member = z.infer<typeof Member>

/** Members of a teamspace by name. */
export const ListMembersResponse = z
  .object({ members: z.array(Member) })
  .meta({ id: "ListMembersResponse", description: "members by name" })
export type ListMembersResponse = z.infer<typeof ListMembersResponse>

/** Changes the role of a member. */
export const UpdateMemberRequest = z
  .object({ role: TeamspaceRole })
  .meta({ id: "UpdateMemberRequest", description: "changes to a member's role" })
export type UpdateMemberRequest = z.infer<typeof UpdateMemberRequest>

/** A project of a teamspace: a group of private sources. */
export const Project = z
  .object({ id: z.string(), name: z.string(), isDefault: z.boolean(), createdAt: Timestamp })
  .meta({ id: "Project", description: "a group of private sources" })
export type Project = z.infer<typeof Project>

/** Projects of a teamspace, the default one first. */
export const ListProjectsResponse = z
  .object({ projects: z.array(Project) })
  .meta({ id: "ListProjectsResponse", description: "projects, the default one first" })
export type ListProjectsResponse = z.infer<typeof ListProjectsResponse>

/** Creates or renames a project. */
export const CreateProjectRequest = z
  .object({ name: Name })
  .meta({ id: "CreateProjectRequest", description: "name of a project" })
export type CreateProjectRequest = z.infer<typeof CreateProjectRequest>

/** An invitation without its token. */
export const Invitation = z
  .object({
    id: z.string(),
    label: z.string().describe("who the invitation is for"),
    role: TeamspaceRole,
    createdAt: Timestamp,
    expiresAt: Timestamp,
  })
  .meta({ id: "Invitation", description: "an open invitation" })
export type Invitation = z.infer<typeof Invitation>

/** Open invitations of a teamspace, newest first. */
export const ListInvitationsResponse = z
  .object({ invitations: z.array(Invitation) })
  .meta({ id: "ListInvitationsResponse", description: "open invitations, newest first" })
export type ListInvitationsResponse = z.infer<typeof ListInvitationsResponse>

/**
 * Invites someone; in the self-hosted edition, `owner` makes them an admin of the instance and `developer` a member.
 */
export const CreateInvitationRequest = z
  .object({ label: shownLine(200), role: TeamspaceRole })
  .meta({ id: "CreateInvitationRequest", description: "an invitation to create" })
export type CreateInvitationRequest = z.infer<typeof CreateInvitationRequest>

/** A new invitation with its link, which is returned only once. Lectern sends no email. */
export const CreateInvitationResponse = Invitation.extend({
  token: z.string().describe("token of the link; shown only once"),
  path: z.string().describe("path of the link, relative to the root of the instance"),
}).meta({ id: "CreateInvitationResponse", description: "a new invitation with its link" })
export type CreateInvitationResponse = z.infer<typeof CreateInvitationResponse>

/** Path parameters of a member. */
export const MemberParams = z.object({ id: RowId, userId: RowId })
/** Path parameters of a project. */
export const ProjectParams = z.object({ id: RowId, projectId: RowId })
/** Path parameters of an invitation. */
export const InvitationParams = z.object({ id: RowId, invitationId: RowId })
