import type { ServiceContext } from "../service-context.ts"

/** The services needed for accounts, keys, sessions and invitations. */
export type PeopleServices = Pick<
  ServiceContext,
  | "settings"
  | "clock"
  | "log"
  | "catalogue"
  | "visibilityRules"
  | "catalogueSync"
  | "authenticator"
  | "sso"
  | "sessions"
  | "live"
  | "sealer"
  | "wakeWorker"
>
