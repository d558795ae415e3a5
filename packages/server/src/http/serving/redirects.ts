import type { FastifyReply } from "fastify"

/** Sends a browser on, and keeps nobody from asking again next time. */
export function redirect(reply: FastifyReply, url: string): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(url, 302)
}

/** Writes a query that was checked as parameters again. */
export function queryOf(checked: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(checked)) if (value !== undefined) query.set(name, value)
  return query
}
