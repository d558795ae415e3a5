import type { ServiceContext } from "../service-context.ts"

/** The services needed for applying an instance config. */
export type InstanceConfigServices = Pick<
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
