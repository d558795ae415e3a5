import type { FastifyReply } from "fastify"

/**
 * Sends a page. Forms of these pages must name the page that they come from, which browsers do only if the page lets them;
 * other sites still learn nothing.
 */
export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "same-origin")
    .type("text/html; charset=utf-8")
    .send(page)
}
