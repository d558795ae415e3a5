import type { FastifyReply, FastifyRequest } from "fastify"
import { ServiceError } from "../../../base/errors.ts"
import {
  beginConsent,
  CONSENT_PATH,
  CONSENT_SECONDS,
  finishConsent,
  openConsent,
} from "../../../service/connections/consent.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { SeveralSites } from "../../../service/connections/several-sites.ts"
import {
  renderConnected,
  renderConsentProblem,
  renderConsentQuestion,
  renderSiteChoice,
} from "../../pages/consent-pages.ts"
import { toProblem } from "../../serving/problems.ts"
import { serve, type OperationHandler } from "../../serving/serve.ts"
import { cookieOptions } from "../../serving/session-cookie.ts"
import { queryOf, redirect } from "../../serving/redirects.ts"

/** Cookie that binds the return from the other service to the browser that was sent there. */
const COOKIE = "lectern_consent"

/** Serves the connection of an account with OAuth: the redirect to the other service, and the return from it. */
export function registerConsentRoutes(app: HttpApp, context: ServiceContext): void {
  const options = { ...cookieOptions(context), path: CONSENT_PATH }
  serve(app, "beginConsent", ({ caller, body }) => beginConsent(context, caller, body))
  const withoutHead = { exposeHeadRoute: false }
  const open: OperationHandler<"openConsent"> = readably(async ({ caller, query, cookies }, reply) => {
    const opened = await openConsent(context, caller, { ...query, sealed: cookies[COOKIE] })
    reply.setCookie(COOKIE, opened.sealed, { ...options, maxAge: CONSENT_SECONDS })
    return "url" in opened ? redirect(reply, opened.url) : page(reply, renderConsentQuestion(opened.question))
  })
  serve(app, "openConsent", open, withoutHead)
  const finish: OperationHandler<"finishConsent"> = readably(async ({ caller, query, cookies }, reply) => {
    const connection = await finishConsent(context, caller, { query: queryOf(query), sealed: cookies[COOKIE] })
    reply.setCookie(COOKIE, "", { ...options, maxAge: 0 })
    return page(reply, renderConnected(connection))
  })
  serve(app, "finishConsent", finish, withoutHead)
}

/** Shows errors as a page to browsers, because links from other services lead here; programs get JSON. */
function readably<Request extends Pick<FastifyRequest, "headers">>(
  handle: (request: Request, reply: FastifyReply) => Promise<FastifyReply>,
): (request: Request, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    try {
      return await handle(request, reply)
    } catch (thrown) {
      const isExpected = thrown instanceof ServiceError && thrown.expected
      if (!isExpected || request.headers.accept?.includes("text/html") !== true) throw thrown
      const { status, headers, body } = toProblem(thrown)
      const shown =
        thrown instanceof SeveralSites ? renderSiteChoice(thrown.choices) : renderConsentProblem(body.message)
      return page(reply.code(status).headers(headers), shown)
    }
  }
}

function page(reply: FastifyReply, markup: string): FastifyReply {
  return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(markup)
}
