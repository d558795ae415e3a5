import type { CookieSerializeOptions } from "@fastify/cookie"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { ServiceContext } from "../../service/service-context.ts"

/** Name of the cookie that holds the token of a session. */
const SESSION_COOKIE = "lectern_session"

/** Reads the token of the session that a browser sent. @returns undefined when there is none. */
export function sessionTokenOf(request: Pick<FastifyRequest, "cookies">): string | undefined {
  const token = request.cookies[SESSION_COOKIE]
  return token === undefined || token === "" ? undefined : token
}

/** Gives a browser the token of its session: not readable by scripts, not sent by other sites. */
export function setSessionCookie(context: ServiceContext, reply: FastifyReply, token: string): void {
  reply.setCookie(SESSION_COOKIE, token, { ...cookieOptions(context), maxAge: context.sessions.maxAgeSeconds })
}

/** Lets a browser forget its session. */
export function clearSessionCookie(context: ServiceContext, reply: FastifyReply): void {
  reply.setCookie(SESSION_COOKIE, "", { ...cookieOptions(context), maxAge: 0 })
}

/** What every cookie of the instance has; `secure` where people reach it over https. */
export function cookieOptions({ settings }: Pick<ServiceContext, "settings">): CookieSerializeOptions {
  const isSecure = settings.LECTERN_PUBLIC_URL?.startsWith("https:") === true
  return { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure }
}

/**
 * Tells whether a request that changes something comes from a page of this instance. Browsers say so in `Origin`, or in
 * `Sec-Fetch-Site`; a request that says neither comes from no page and has no business with a cookie.
 */
export function isFromOwnPage(
  { settings }: { readonly settings: Pick<ServiceContext["settings"], "LECTERN_PUBLIC_URL"> },
  request: Pick<FastifyRequest, "headers" | "host">,
): boolean {
  const { origin, "sec-fetch-site": site } = request.headers
  if (origin === undefined) return site === "same-origin"
  if (!URL.canParse(origin)) return false
  const { host, protocol } = new URL(origin)
  // Written alike: a browser leaves the usual port out.
  const reached = `${protocol}//${request.host}`
  const publicUrl = settings.LECTERN_PUBLIC_URL
  if (URL.canParse(reached) && new URL(reached).host === host && host !== "") return true
  return publicUrl !== undefined && new URL(publicUrl).origin === origin
}
