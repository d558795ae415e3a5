import type { ServiceContext } from "../service-context.ts"

/** The services needed for reading, changing, refreshing and deleting libraries. */
export type LibraryServices = Pick<
  ServiceContext,
  | "settings"
  | "clock"
  | "log"
  | "catalogue"
  | "blobs"
  | "visibilityRules"
  | "catalogueSync"
  | "guard"
  | "live"
  | "sealer"
  | "workDirectory"
  | "knownHosts"
  | "wakeWorker"
>
