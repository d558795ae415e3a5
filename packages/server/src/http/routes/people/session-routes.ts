import type { SessionResponse } from "@lectern/contract"
import type { FastifyReply, FastifyRequest } from "fastify"
import { InvalidApiKey } from "../../../access/errors.ts"
import type { Caller } from "../../../access/identity/caller.ts"
import { approveDevice, finishDevice, startDevice } from "../../../service/people/device-sign-in.ts"
import { acceptInvitation } from "../../../service/people/invitations.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import {
  beginSession,
  describeSession,
  signIn,
  signOut,
  signUp,
  switchTeamspace,
  type BegunSession,
} from "../../../service/people/sign-in.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { serve } from "../../serving/serve.ts"
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from "../../serving/session-cookie.ts"

/** Serves signing in and out in browsers. */
export function registerSessionRoutes(app: HttpApp, context: ServiceContext): void {
  serve(app, "getSession", ({ caller }, reply) => {
    reply.header("cache-control", "no-store")
    return describeSession(context, caller)
  })
  serve(app, "signIn", async (request, reply) => {
    const begun = await signIn(context, request.body, request.ip)
    return enter(context, { request, reply, begun })
  })
  serve(app, "signUp", async (request, reply) => {
    const begun = await signUp(context, request.body, request.ip)
    return enter(context, { request, reply, begun })
  })
  serve(app, "signOut", async (request, reply) => {
    const token = sessionTokenOf(request)
    if (token !== undefined) await signOut(context, request.caller, token)
    clearSessionCookie(context, reply)
    return { message: "signed out" }
  })
  registerDeviceSignIn(app, context)
  registerTeamspaceOfSession(app, context)
}

/** Serves the sign-in of programs that have no browser. */
function registerDeviceSignIn(app: HttpApp, context: ServiceContext): void {
  serve(app, "startDevice", ({ body }, reply) => {
    reply.header("cache-control", "no-store")
    return startDevice(context, body.name)
  })
  serve(app, "approveDevice", ({ caller, body }) => approveDevice(context, caller, body.userCode))
  serve(app, "finishDevice", ({ body }, reply) => {
    reply.header("cache-control", "no-store")
    return finishDevice(context, body.deviceCode)
  })
}

function registerTeamspaceOfSession(app: HttpApp, context: ServiceContext): void {
  serve(app, "switchTeamspace", async (request, reply) => {
    const token = sessionTokenOf(request)
    if (request.caller.kind !== "user" || request.caller.via !== "session" || token === undefined) {
      throw new InvalidApiKey(
        "not signed in: only a session can change its teamspace, because a key belongs to exactly one. Sign in first",
      )
    }
    const { teamspaceId } = request.body
    const begun = await switchTeamspace(context, request.caller, { token, teamspaceId })
    return show(context, reply, begun)
  })
  serve(app, "acceptInvitation", async (request, reply) => {
    const { token, name, password } = request.body
    const account =
      name === undefined || password === undefined
        ? { user: await signedIn(context, request.caller) }
        : { name, password }
    const { user, teamspaceKey } = await acceptInvitation(context, { token, account })
    const entrance = { address: request.ip, signedInWith: "password", teamspaceKey } as const
    return enter(context, { request, reply, begun: await beginSession(context, user, entrance) })
  })
}

async function signedIn(context: ServiceContext, caller: Caller) {
  const isInSession = caller.kind === "user" && caller.via === "session"
  const user = isInSession ? await context.catalogue.users.byKey(caller.userKey) : undefined
  if (user === undefined) throw new InvalidApiKey("not signed in. Send the name and password of a new account")
  return user
}

interface Entering {
  readonly request: Pick<FastifyRequest, "cookies">
  readonly reply: FastifyReply
  readonly begun: BegunSession
}

/** Starts a session for a browser. A browser has only one, so its previous session ends. */
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
