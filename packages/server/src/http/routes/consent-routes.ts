import { BeginConsentRequest, BeginConsentResponse, OpenConsentQuery, SsoCallbackQuery } from "@lectern/contract"
import type { FastifyReply } from "fastify"
import {
  beginConsent,
  CONSENT_PATH,
  CONSENT_SECONDS,
  finishConsent,
  openConsent,
} from "../../service/connections/consent.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../http-app.ts"
import { renderConnected, renderConsentQuestion } from "../pages/consent-pages.ts"
import { addressesOf } from "../route-addresses.ts"
import { cookieOptions } from "../session-cookie.ts"
import { queryOf, redirect } from "./redirects.ts"

/** Cookie that ties what comes back from a service to the browser that went there. */
const COOKIE = "lectern_consent"

/** Serves the way to a service that is asked for consent, and back. */
export function registerConsentRoutes(app: HttpApp, context: ServiceContext): void {
  const options = { ...cookieOptions(context), path: CONSENT_PATH }
  for (const url of addressesOf("beginConsent")) {
    const schema = { body: BeginConsentRequest, response: { 200: BeginConsentResponse } }
    app.post(url, { schema }, ({ caller, body }) => beginConsent(context, caller, body))
  }
  for (const url of addressesOf("openConsent")) {
    const route = { schema: { querystring: OpenConsentQuery }, exposeHeadRoute: false }
    app.get(url, route, async ({ caller, query, cookies }, reply) => {
      const opened = await openConsent(context, caller, { ...query, sealed: cookies[COOKIE] })
      reply.setCookie(COOKIE, opened.sealed, { ...options, maxAge: CONSENT_SECONDS })
      return "url" in opened ? redirect(reply, opened.url) : page(reply, renderConsentQuestion(opened.question))
    })
  }
  for (const url of addressesOf("finishConsent")) {
    const route = { schema: { querystring: SsoCallbackQuery }, exposeHeadRoute: false }
    app.get(url, route, async ({ caller, query, cookies }, reply) => {
      const connection = await finishConsent(context, caller, { query: queryOf(query), sealed: cookies[COOKIE] })
      reply.setCookie(COOKIE, "", { ...options, maxAge: 0 })
      return page(reply, renderConnected(connection))
    })
  }
}

function page(reply: FastifyReply, markup: string): FastifyReply {
  return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(markup)
}
