import { OpenConsentQuery } from "./connections.ts"
import { DoneResponse } from "./keys.ts"
import type { Route } from "./route.ts"
import {
  AcceptInvitationRequest,
  SessionResponse,
  SignInRequest,
  SignUpRequest,
  SsoCallbackQuery,
  SsoStartQuery,
  SwitchTeamspaceRequest,
} from "./sessions.ts"

const session = { caller: "everyone", status: 200, response: SessionResponse } as const
const redirect = {
  method: "GET",
  caller: "everyone",
  status: 302,
  otherContentType: "text/plain",
} as const

/** Routes for signing in and out of the browser. */
export const SESSION_ROUTES = [
  {
    ...session,
    operationId: "getSession",
    method: "GET",
    path: "/api/auth/session",
    summary: "who is signed in, and how one can sign in",
  },
  {
    ...session,
    operationId: "signIn",
    method: "POST",
    path: "/api/auth/sign-in",
    body: SignInRequest,
    summary: "sign in with a password; the session is a cookie",
  },
  {
    operationId: "signOut",
    method: "POST",
    path: "/api/auth/sign-out",
    caller: "everyone",
    status: 200,
    response: DoneResponse,
    summary: "end the session",
  },
  {
    ...session,
    operationId: "signUp",
    method: "POST",
    path: "/api/auth/sign-up",
    body: SignUpRequest,
    summary: "make an account of one's own, in the hosted edition where it is switched on",
  },
  {
    ...session,
    operationId: "acceptInvitation",
    method: "POST",
    path: "/api/auth/accept-invitation",
    body: AcceptInvitationRequest,
    summary: "accept an invitation",
  },
  {
    ...session,
    operationId: "switchTeamspace",
    method: "POST",
    path: "/api/auth/teamspace",
    body: SwitchTeamspaceRequest,
    summary: "choose the teamspace that the session works in",
  },
  {
    ...redirect,
    operationId: "startSso",
    path: "/api/auth/sso",
    query: SsoStartQuery,
    summary: "go to the single sign-on",
  },
  {
    ...redirect,
    operationId: "finishSso",
    path: "/api/auth/sso/callback",
    query: SsoCallbackQuery,
    summary: "come back from the single sign-on",
  },
  {
    operationId: "openConsent",
    method: "GET",
    path: "/api/auth/connections",
    caller: "everyone",
    status: 200,
    query: OpenConsentQuery,
    otherContentType: "text/html",
    summary: "go to a service to let this instance read, with the address that was given",
  },
  {
    operationId: "finishConsent",
    method: "GET",
    path: "/api/auth/connections/callback",
    caller: "everyone",
    status: 200,
    query: SsoCallbackQuery,
    otherContentType: "text/html",
    summary: "come back from a service that was asked to let this instance read",
  },
] as const satisfies readonly Route[]
