import { z } from "zod"
import { ErrorBody } from "../errors/errors.ts"

/** The process is alive. */
export const HealthResponse = z
  .object({ status: z.literal("ok"), version: z.string() })
  .meta({ id: "HealthResponse", description: "the process is alive" })
export type HealthResponse = z.infer<typeof HealthResponse>

/** The catalogue responds and migrations have finished. */
export const ReadyResponse = z
  .object({ status: z.literal("ready") })
  .meta({ id: "ReadyResponse", description: "requests can be served" })
export type ReadyResponse = z.infer<typeof ReadyResponse>

/** The body of the 503 response until then. */
export const NotReadyBody = ErrorBody.extend({ error: z.literal("internal_error") }).meta({
  id: "NotReady",
  description: "the catalogue does not respond yet, or migrations are running",
})
export type NotReadyBody = z.infer<typeof NotReadyBody>

/** Liveness of the MCP server. */
export const PingResponse = z
  .object({ status: z.literal("ok"), message: z.literal("pong") })
  .meta({ id: "PingResponse", description: "the MCP server is alive" })
export type PingResponse = z.infer<typeof PingResponse>
