import type { FastifyReply, FastifyRequest } from "fastify"
import { anonymousCaller, type Caller } from "../../access/identity/caller.ts"
import { Forbidden, InvalidApiKey } from "../../access/errors.ts"
import { isOpenWhenClosed } from "../../access/permissions/permissions.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import { isForeignChange } from "./cross-origin.ts"
import { clearSessionCookie, isFromOwnPage, sessionTokenOf } from "../serving/session-cookie.ts"

const READING_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * Identifies the caller of a request by its key, or else by the session cookie.
 *
 * @throws {InvalidApiKey} for an invalid key and for a session that has ended; the cookie of the latter is cleared.
 * @throws {Forbidden} if a page of another site sends a changing request with the cookie of this instance.
 */
export async function authenticateCaller(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const caller = await context.authenticator.authenticate(request.headers)
  const token = caller.kind === "anonymous" ? sessionTokenOf(request) : undefined
  // A session that has ended must not prevent its user from signing in again.
  const isSigningIn = isForSigningIn(request)
  if (!READING_METHODS.has(request.method))
    assertOwnPage(context, request, {
      hasCookie: token !== undefined,
      isSigningIn,
      hasKey: caller.kind !== "anonymous",
    })
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

function isForSigningIn({ routeOptions }: FastifyRequest): boolean {
  const { operation } = routeOptions.config
  return operation !== undefined && isOpenWhenClosed(operation.permissions[0])
}

/**
 * Authenticates the caller of a long response again, so that the response ends when access is revoked.
 *
 * @throws {InvalidApiKey} if the key or session has ended in the meantime.
 */
export async function authenticateAgain(
  { authenticator, sessions }: Pick<ServiceContext, "authenticator" | "sessions">,
  request: Pick<FastifyRequest, "headers" | "cookies">,
): Promise<Caller> {
  const caller = await authenticator.authenticate(request.headers)
  const token = caller.kind === "anonymous" ? sessionTokenOf(request) : undefined
  return token === undefined ? caller : sessions.authenticate(token)
}

/**
 * Rejects requests that pages of other sites must not send: anything with the session cookie, sign-ins, and changes
 * without a key.
 */
function assertOwnPage(
  context: ServiceContext,
  request: FastifyRequest,
  { hasCookie, isSigningIn, hasKey }: Record<"hasCookie" | "isSigningIn" | "hasKey", boolean>,
): void {
  const isAtRisk = hasCookie || (isSigningIn && request.headers.origin !== undefined)
  const isFromElsewhere = isAtRisk && !isFromOwnPage(context, request)
  if (isFromElsewhere || isForeignChange(context.settings, request, { hasKey })) {
    throw new Forbidden("cross-site request refused: this action requires a key or a page of this instance")
  }
}
