import type { ServiceContext } from "../../../service/service-context.ts"
import { beginSso, finishSso } from "../../../service/people/single-sign-on.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { serve, type OperationHandler } from "../../serving/serve.ts"
import { cookieOptions, sessionTokenOf, setSessionCookie } from "../../serving/session-cookie.ts"
import { queryOf, redirect } from "../../serving/redirects.ts"

/** Cookie that binds the return from the provider to the browser that was sent there. */
const ATTEMPT_COOKIE = "lectern_sso"
const ATTEMPT_SECONDS = 600
const ATTEMPT_PATH = "/api/auth/sso"

/** Serves single sign-on: the redirect to the provider, and the return from it. */
export function registerSsoRoutes(app: HttpApp, context: ServiceContext): void {
  const options = { ...cookieOptions(context), path: ATTEMPT_PATH }
  const withoutHead = { exposeHeadRoute: false }
  const start: OperationHandler<"startSso"> = async ({ query }, reply) => {
    const begun = await beginSso(context, query.returnTo)
    reply.setCookie(ATTEMPT_COOKIE, begun.sealed, { ...options, maxAge: ATTEMPT_SECONDS })
    return redirect(reply, begun.url)
  }
  serve(app, "startSso", start, withoutHead)
  const finish: OperationHandler<"finishSso"> = async (request, reply) => {
    // An attempt ends whether it succeeds or not.
    reply.setCookie(ATTEMPT_COOKIE, "", { ...options, maxAge: 0 })
    const { [ATTEMPT_COOKIE]: sealed } = request.cookies
    const returned = { query: queryOf(request.query), sealed, address: request.ip }
    const { token, returnTo } = await finishSso(context, returned)
    // A browser has only one session, so its previous one ends.
    const before = sessionTokenOf(request)
    if (before !== undefined) await context.sessions.end(before)
    setSessionCookie(context, reply, token)
    return redirect(reply, returnTo)
  }
  serve(app, "finishSso", finish, withoutHead)
}
