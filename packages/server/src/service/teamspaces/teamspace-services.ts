import type { ServiceContext } from "../service-context.ts"

/** The services needed for teamspaces, their members, projects and policies. */
export type TeamspaceServices = Pick<
  ServiceContext,
  "settings" | "clock" | "catalogue" | "visibilityRules" | "catalogueSync" | "authenticator" | "sessions" | "live"
>
