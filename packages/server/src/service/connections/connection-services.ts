import type { ServiceContext } from "../service-context.ts"

/** The services needed for connected accounts and the consents that create them. */
export type ConnectionServices = Pick<
  ServiceContext,
  "settings" | "clock" | "log" | "catalogue" | "guard" | "oauthHosts" | "tokenRefresher" | "live" | "sealer"
>
