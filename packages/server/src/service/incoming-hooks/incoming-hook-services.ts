import type { ServiceContext } from "../service-context.ts"

/** The services needed for handling pushes from git hosts. */
export type IncomingHookServices = Pick<
  ServiceContext,
  "settings" | "log" | "catalogue" | "guard" | "sealer" | "wakeWorker"
>
