import { isUrl } from "@lectern/contract"
import type { CookieSerializeOptions } from "@fastify/cookie"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { ServiceContext } from "../../service/service-context.ts"

/** Name of the session cookie. */
const SESSION_COOKIE = "lectern_session"

/** Returns the session token that a browser sent; undefined if there is none. */
export function sessionTokenOf(request: Pick<FastifyRequest, "cookies">): string | undefined {
  const token = request.cookies[SESSION_COOKIE]
  return token === undefined || token === "" ? undefined : token
}

/** Sets the session cookie of a browser: not readable by scripts, not sent by other sites. */
export function setSessionCookie(context: ServiceContext, reply: FastifyReply, token: string): void {
  reply.setCookie(SESSION_COOKIE, token, { ...cookieOptions(context), maxAge: context.sessions.maxAgeSeconds })
}

/** Deletes the session cookie. */
export function clearSessionCookie(context: ServiceContext, reply: FastifyReply): void {
  reply.setCookie(SESSION_COOKIE, "", { ...cookieOptions(context), maxAge: 0 })
}

/** Options of all cookies; `secure` if users reach the instance over https. */
export function cookieOptions({ settings }: Pick<ServiceContext, "settings">): CookieSerializeOptions {
  const isSecure = settings.LECTERN_PUBLIC_URL?.startsWith("https:") === true
  return { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure }
}

/**
 * Returns true if a changing request comes from a page of this instance, according to `Origin` or `Sec-Fetch-Site`. A
 * request without both does not come from a page and must not use a cookie.
 */
export function isFromOwnPage(
  { settings }: { readonly settings: Pick<ServiceContext["settings"], "LECTERN_PUBLIC_URL"> },
  request: Pick<FastifyRequest, "headers" | "host">,
): boolean {
  const { origin, "sec-fetch-site": site } = request.headers
  if (origin === undefined) return site === "same-origin"
  if (!isUrl(origin)) return false
  const { host, protocol } = new URL(origin)
  // Normalised, because browsers omit the default port.
  const reached = `${protocol}//${request.host}`
  const publicUrl = settings.LECTERN_PUBLIC_URL
  if (isUrl(reached) && new URL(reached).host === host && host !== "") return true
  return publicUrl !== undefined && new URL(publicUrl).origin === origin
}
