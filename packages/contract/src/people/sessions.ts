import { z } from "zod"
import { Password, User, UserName } from "./admin.ts"
import { boundedText } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"
import { Teamspace } from "../teamspaces/teamspaces.ts"
import { PERMISSIONS } from "./permissions.ts"

/** Prefix of every invitation token. */
export const INVITATION_TOKEN_PREFIX = "invite_"

/** Signs in with a password. */
export const SignInRequest = z
  .object({ name: boundedText(1, 100), password: boundedText(1, LIMITS.passwordMaxCharacters) })
  .meta({ id: "SignInRequest", description: "name and password" })
export type SignInRequest = z.infer<typeof SignInRequest>

/** Creates an account and signs in, if sign-up is enabled. */
export const SignUpRequest = z
  .object({ name: UserName, password: Password })
  .meta({ id: "SignUpRequest", description: "an account to create" })
export type SignUpRequest = z.infer<typeof SignUpRequest>

/** Accepts an invitation: with a new account or, without name and password, with the account that is signed in. */
export const AcceptInvitationRequest = z
  .object({ token: boundedText(1, 200), name: UserName.optional(), password: Password.optional() })
  .refine(({ name, password }) => (name === undefined) === (password === undefined), {
    error: "send name and password, or neither if you are signed in",
  })
  .meta({ id: "AcceptInvitationRequest", description: "an invitation to accept" })
export type AcceptInvitationRequest = z.infer<typeof AcceptInvitationRequest>

/** Switches the session to another teamspace. */
export const SwitchTeamspaceRequest = z
  .object({ teamspaceId: boundedText(1, 100) })
  .meta({ id: "SwitchTeamspaceRequest", description: "the teamspace to switch to" })
export type SwitchTeamspaceRequest = z.infer<typeof SwitchTeamspaceRequest>

/** Who is signed in, and the available ways to sign in. */
export const SessionResponse = z
  .object({
    user: User.extend({ mustChangePassword: z.boolean() }).nullable().describe("null if nobody is signed in"),
    teamspace: Teamspace.nullable().describe("the active teamspace of the session"),
    edition: z.enum(["self-hosted", "hosted"]),
    permissions: z.array(z.enum(PERMISSIONS)).describe("what the caller may do, apart from rules of single libraries"),
    signInWith: z.object({ password: z.boolean(), sso: z.boolean(), signUp: z.boolean() }),
  })
  .meta({ id: "SessionResponse", description: "who is signed in, and the available ways to sign in" })
export type SessionResponse = z.infer<typeof SessionResponse>

/** Query of the redirect to single sign-on. */
export const SsoStartQuery = z.object({
  returnTo: boundedText(1, 500)
    .regex(/^\/(?![/\\])[^\s\\]*$/, { error: "must be a path of this instance" })
    .optional(),
})
export type SsoStartQuery = z.infer<typeof SsoStartQuery>

/** Query of the redirect back from single sign-on. */
export const SsoCallbackQuery = z.object({
  code: boundedText(1, 4000).optional(),
  state: boundedText(1, 500).optional(),
  iss: boundedText(1, LIMITS.urlMaxCharacters).optional(),
  session_state: boundedText(1, 500).optional(),
  error: boundedText(1, 200).optional(),
  error_description: boundedText(0, 1000).optional(),
})
export type SsoCallbackQuery = z.infer<typeof SsoCallbackQuery>
