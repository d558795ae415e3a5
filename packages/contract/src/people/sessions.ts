import { z } from "zod"
import { Password, User, UserName } from "./admin.ts"
import { boundedText } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"
import { Teamspace } from "../teamspaces/teamspaces.ts"

/** First characters of every invitation's token. */
export const INVITATION_TOKEN_PREFIX = "invite_"

/** Signs in with a password. */
export const SignInRequest = z
  .object({ name: boundedText(1, 100), password: boundedText(1, LIMITS.passwordMaxCharacters) })
  .meta({ id: "SignInRequest", description: "name and password" })
export type SignInRequest = z.infer<typeof SignInRequest>

/** Makes an account and signs in, where signing up is switched on. */
export const SignUpRequest = z
  .object({ name: UserName, password: Password })
  .meta({ id: "SignUpRequest", description: "an account of one's own" })
export type SignUpRequest = z.infer<typeof SignUpRequest>

/** Accepts an invitation: with a new account, or, without name and password, with the account that is signed in. */
export const AcceptInvitationRequest = z
  .object({ token: boundedText(1, 200), name: UserName.optional(), password: Password.optional() })
  .refine(({ name, password }) => (name === undefined) === (password === undefined), {
    error: "give name and password, or neither when you are signed in",
  })
  .meta({ id: "AcceptInvitationRequest", description: "an invitation to accept" })
export type AcceptInvitationRequest = z.infer<typeof AcceptInvitationRequest>

/** Chooses the teamspace that the session works in. */
export const SwitchTeamspaceRequest = z
  .object({ teamspaceId: boundedText(1, 100) })
  .meta({ id: "SwitchTeamspaceRequest", description: "the teamspace to work in" })
export type SwitchTeamspaceRequest = z.infer<typeof SwitchTeamspaceRequest>

/** Who is signed in, and how one can sign in. */
export const SessionResponse = z
  .object({
    user: User.extend({ mustChangePassword: z.boolean() }).nullable().describe("null: nobody is signed in"),
    teamspace: Teamspace.nullable().describe("the one that the session works in"),
    edition: z.enum(["self-hosted", "hosted"]),
    signInWith: z.object({ password: z.boolean(), sso: z.boolean(), signUp: z.boolean() }),
  })
  .meta({ id: "SessionResponse", description: "who is signed in, and how one can sign in" })
export type SessionResponse = z.infer<typeof SessionResponse>

/** Query of the way to the single sign-on. */
export const SsoStartQuery = z.object({
  returnTo: boundedText(1, 500)
    .regex(/^\/(?![/\\])[^\s\\]*$/, { error: "must be a path of this instance" })
    .optional(),
})
export type SsoStartQuery = z.infer<typeof SsoStartQuery>

/** What the single sign-on sends the browser back with. */
export const SsoCallbackQuery = z.object({
  code: boundedText(1, 4000).optional(),
  state: boundedText(1, 500).optional(),
  iss: boundedText(1, LIMITS.urlMaxCharacters).optional(),
  session_state: boundedText(1, 500).optional(),
  error: boundedText(1, 200).optional(),
  error_description: boundedText(0, 1000).optional(),
})
export type SsoCallbackQuery = z.infer<typeof SsoCallbackQuery>
