import type { FastifyReply } from "fastify"

/** Redirects a browser; the response is not cached. */
export function redirect(reply: FastifyReply, url: string): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(url, 302)
}

/** Serialises validated query parameters. */
export function queryOf(checked: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(checked)) if (value !== undefined) query.set(name, value)
  return query
}
