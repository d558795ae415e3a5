import type { ServiceContext } from "../service-context.ts"

/** The services needed for adding a library from any kind of source. */
export type AddLibraryServices = Pick<
  ServiceContext,
  | "settings"
  | "clock"
  | "log"
  | "catalogue"
  | "blobs"
  | "visibilityRules"
  | "catalogueSync"
  | "guard"
  | "oauthHosts"
  | "live"
  | "sealer"
  | "workDirectory"
  | "knownHosts"
  | "wakeWorker"
>
