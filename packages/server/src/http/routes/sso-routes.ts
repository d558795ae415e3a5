import { SsoCallbackQuery, SsoStartQuery } from "@lectern/contract"
import type { ServiceContext } from "../../service/service-context.ts"
import { beginSso, finishSso } from "../../service/people/single-sign-on.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"
import { cookieOptions, sessionTokenOf, setSessionCookie } from "../session-cookie.ts"
import { queryOf, redirect } from "./redirects.ts"

/** Cookie that ties what comes back from the provider to the browser that went there. */
const ATTEMPT_COOKIE = "lectern_sso"
const ATTEMPT_SECONDS = 600
const ATTEMPT_PATH = "/api/auth/sso"

/** Serves the way to the single sign-on and back. */
export function registerSsoRoutes(app: HttpApp, context: ServiceContext): void {
  const options = { ...cookieOptions(context), path: ATTEMPT_PATH }
  for (const url of addressesOf("startSso")) {
    const route = { schema: { querystring: SsoStartQuery }, exposeHeadRoute: false }
    app.get(url, route, async ({ query }, reply) => {
      const begun = await beginSso(context, query.returnTo)
      reply.setCookie(ATTEMPT_COOKIE, begun.sealed, { ...options, maxAge: ATTEMPT_SECONDS })
      return redirect(reply, begun.url)
    })
  }
  for (const url of addressesOf("finishSso")) {
    const route = { schema: { querystring: SsoCallbackQuery }, exposeHeadRoute: false }
    app.get(url, route, async (request, reply) => {
      // An attempt ends whichever way it goes.
      reply.setCookie(ATTEMPT_COOKIE, "", { ...options, maxAge: 0 })
      const sealed = request.cookies[ATTEMPT_COOKIE]
      const { token, returnTo } = await finishSso(context, {
        query: queryOf(request.query),
        sealed,
        address: request.ip,
      })
      // A browser has one session: the one it had before ends.
      const before = sessionTokenOf(request)
      if (before !== undefined) await context.sessions.end(before)
      setSessionCookie(context, reply, token)
      return redirect(reply, returnTo)
    })
  }
}
