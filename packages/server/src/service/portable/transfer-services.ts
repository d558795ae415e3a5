import type { ServiceContext } from "../service-context.ts"

/** The services needed for exporting and importing libraries. */
export type TransferServices = Pick<
  ServiceContext,
  | "settings"
  | "clock"
  | "log"
  | "catalogue"
  | "blobs"
  | "visibilityRules"
  | "catalogueSync"
  | "live"
  | "workDirectory"
  | "bundleChecks"
  | "wakeWorker"
>
