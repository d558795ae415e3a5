import {
  AcceptInvitationRequest,
  DoneResponse,
  SessionResponse,
  SignInRequest,
  SignUpRequest,
  SwitchTeamspaceRequest,
} from "@lectern/contract"
import type { FastifyReply, FastifyRequest } from "fastify"
import { InvalidApiKey } from "../../access/errors.ts"
import { acceptInvitation } from "../../service/people/invitations.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import {
  beginSession,
  describeSession,
  signIn,
  signOut,
  signUp,
  switchTeamspace,
  type BegunSession,
} from "../../service/people/sign-in.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from "../session-cookie.ts"

const response = { 200: SessionResponse }

/** Serves signing in and out of browsers. */
export function registerSessionRoutes(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("getSession")) {
    app.get(url, { schema: { response } }, ({ caller }, reply) => {
      reply.header("cache-control", "no-store")
      return describeSession(context, caller)
    })
  }
  for (const url of addressesOf("signIn")) {
    app.post(url, { schema: { body: SignInRequest, response } }, async (request, reply) => {
      const begun = await signIn(context, request.body, request.ip)
      return enter(context, { request, reply, begun })
    })
  }
  for (const url of addressesOf("signUp")) {
    app.post(url, { schema: { body: SignUpRequest, response } }, async (request, reply) => {
      const begun = await signUp(context, request.body, request.ip)
      return enter(context, { request, reply, begun })
    })
  }
  for (const url of addressesOf("signOut")) {
    app.post(url, { schema: { response: { 200: DoneResponse } } }, async (request, reply) => {
      const token = sessionTokenOf(request)
      if (token !== undefined) await signOut(context, request.caller, token)
      clearSessionCookie(context, reply)
      return { message: "signed out" }
    })
  }
  registerTeamspaceOfSession(app, context)
}

function registerTeamspaceOfSession(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("switchTeamspace")) {
    app.post(url, { schema: { body: SwitchTeamspaceRequest, response } }, async (request, reply) => {
      const token = sessionTokenOf(request)
      if (request.caller.kind !== "user" || request.caller.via !== "session" || token === undefined) {
        throw new InvalidApiKey("nobody is signed in: a key keeps its teamspace")
      }
      const { teamspaceId } = request.body
      const begun = await switchTeamspace(context, request.caller, { token, teamspaceId })
      return show(context, reply, begun)
    })
  }
  for (const url of addressesOf("acceptInvitation")) {
    app.post(url, { schema: { body: AcceptInvitationRequest, response } }, async (request, reply) => {
      const { token, name, password } = request.body
      const account =
        name === undefined || password === undefined ? { user: await signedIn(context, request) } : { name, password }
      const { user, teamspaceKey } = await acceptInvitation(context, { token, account })
      const entrance = { address: request.ip, signedInWith: "password", teamspaceKey } as const
      return enter(context, { request, reply, begun: await beginSession(context, user, entrance) })
    })
  }
}

async function signedIn(context: ServiceContext, { caller }: FastifyRequest) {
  const isInSession = caller.kind === "user" && caller.via === "session"
  const user = isInSession ? await context.catalogue.users.byKey(caller.userKey) : undefined
  if (user === undefined) throw new InvalidApiKey("nobody is signed in: give name and password of a new account")
  return user
}

interface Entering {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly begun: BegunSession
}

/** A browser has one session: the one it had before ends. */
async function enter(context: ServiceContext, { request, reply, begun }: Entering): Promise<SessionResponse> {
  const before = sessionTokenOf(request)
  if (before !== undefined) await context.sessions.end(before)
  return show(context, reply, begun)
}

async function show(context: ServiceContext, reply: FastifyReply, { token }: BegunSession): Promise<SessionResponse> {
  setSessionCookie(context, reply, token)
  reply.header("cache-control", "no-store")
  return describeSession(context, await context.sessions.authenticate(token))
}
