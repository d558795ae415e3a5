import type { ServiceContext } from "../service-context.ts"

/** The services needed for listing, following and cancelling jobs. */
export type JobServices = Pick<
  ServiceContext,
  "settings" | "clock" | "catalogue" | "blobs" | "visibilityRules" | "catalogueSync" | "live"
>
