import type { FastifyReply } from "fastify"

/**
 * Sends a page. With a stricter referrer policy, browsers would send `Origin: null` with the forms of these pages, and
 * the forms would be rejected. Other sites receive no referrer.
 */
export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "same-origin")
    .type("text/html; charset=utf-8")
    .send(page)
}
