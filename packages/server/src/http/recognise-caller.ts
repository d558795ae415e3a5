import type { FastifyReply, FastifyRequest } from "fastify"
import { anonymousCaller, type Caller } from "../access/identity/caller.ts"
import { Forbidden, InvalidApiKey } from "../access/errors.ts"
import type { ServiceContext } from "../service/service-context.ts"
import { clearSessionCookie, isFromOwnPage, sessionTokenOf } from "./session-cookie.ts"

/** Paths of signing in: a session that is over must not keep anybody from beginning another. */
const SIGN_IN_PATHS = "/api/auth/"

const READING_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Tells who sent a request: by key, else by the cookie of a session.
 *
 * @param path of the request, without its query.
 * @throws {InvalidApiKey} for a wrong key and for a session that is over; the cookie of the latter is taken away.
 * @throws {Forbidden} when a page of another site sends what changes something with the cookie of this one.
 */
export async function recogniseCaller(
  context: ServiceContext,
  request: FastifyRequest,
  { reply, path }: { readonly reply: FastifyReply; readonly path: string },
): Promise<Caller> {
  const caller = await context.authenticator.authenticate(request.headers)
  const token = caller.kind === "anonymous" ? sessionTokenOf(request) : undefined
  const isSigningIn = path.startsWith(SIGN_IN_PATHS)
  if (!READING_METHODS.has(request.method))
    assertOwnPage(context, request, { hasCookie: token !== undefined, isSigningIn })
  if (token === undefined) return caller
  try {
    return await context.sessions.authenticate(token)
  } catch (error) {
    if (!(error instanceof InvalidApiKey)) throw error
    clearSessionCookie(context, reply)
    if (isSigningIn) return anonymousCaller
    throw error
  }
}

/**
 * Tells who sent a request that is still being answered, as things are by now.
 *
 * @throws {InvalidApiKey} when the key or session has ended meanwhile.
 */
export async function recogniseAgain(
  { authenticator, sessions }: Pick<ServiceContext, "authenticator" | "sessions">,
  request: Pick<FastifyRequest, "headers" | "cookies">,
): Promise<Caller> {
  const caller = await authenticator.authenticate(request.headers)
  const token = caller.kind === "anonymous" ? sessionTokenOf(request) : undefined
  return token === undefined ? caller : sessions.authenticate(token)
}

/** Without a cookie only signing in from another site is refused: it would put somebody into a foreign account. */
function assertOwnPage(
  context: ServiceContext,
  request: FastifyRequest,
  { hasCookie, isSigningIn }: { readonly hasCookie: boolean; readonly isSigningIn: boolean },
): void {
  const isAtRisk = hasCookie || (isSigningIn && request.headers.origin !== undefined)
  if (isAtRisk && !isFromOwnPage(context, request)) {
    throw new Forbidden("pages of other sites may not do this: use a key, or a page of this instance")
  }
}
