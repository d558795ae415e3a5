import type { ServiceContext } from "../service-context.ts"

/** The services needed for handling pushes from git hosts. */
export type IncomingHookServices = Pick<
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
