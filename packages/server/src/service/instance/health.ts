import type { HealthResponse } from "@lectern/contract"
import { asError } from "../../base/errors.ts"
import type { ServiceContext } from "../service-context.ts"

/** Tells that the process lives. */
export function health(context: Pick<ServiceContext, "version">): HealthResponse {
  return { status: "ok", version: context.version }
}

/** Tells whether requests can be served: the store answers and no migration is missing. */
export async function isReady(context: Pick<ServiceContext, "catalogue" | "log">): Promise<boolean> {
  try {
    return await context.catalogue.isReady()
  } catch (error) {
    context.log.warn({ error: asError(error).message }, "catalogue does not answer")
    return false
  }
}
