import type { ServiceContext } from "../service-context.ts"

/** The services needed for counting requests and reading the counts. */
export type UsageServices = Pick<
  ServiceContext,
  "settings" | "clock" | "catalogue" | "visibilityRules" | "catalogueSync" | "live" | "wakeWorker"
>
