import type { HealthResponse } from "@lectern/contract"
import { asError } from "../../base/errors.ts"
import type { ServiceContext } from "../service-context.ts"

/** Reports that the process is running. */
export function health(context: Pick<ServiceContext, "version">): HealthResponse {
  return { status: "ok", version: context.version }
}

/** Returns true if requests can be served: the database responds and no migration is missing. */
export async function isReady(context: Pick<ServiceContext, "catalogue" | "log">): Promise<boolean> {
  try {
    return await context.catalogue.isReady()
  } catch (error) {
    context.log.warn({ error: asError(error).message }, "catalogue does not respond")
    return false
  }
}
