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
    /** The sender of the request; set before any handler under `/api` runs. */
    caller: Caller
    /** True if the request contains a key or a session cookie, valid or not. */
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
