import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify"
import type { ZodTypeProvider } from "fastify-type-provider-zod"
import type { Caller } from "../../access/identity/caller.ts"

declare module "fastify" {
  interface FastifyRequest {
    /** Who sent the request; set before any handler under `/api` runs. */
    caller: Caller
    /** True when a key or the cookie of a session came with the request, whether it is a living one or not. */
    hasCredential: boolean
  }
}

/** The HTTP application: requests typed by the contract's schemas. */
export type HttpApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>
