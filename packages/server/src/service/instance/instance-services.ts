import type { ServiceContext } from "../service-context.ts"

/** The services needed for the instance itself: settings, permissions, the audit log. */
export type InstanceServices = Pick<ServiceContext, "settings" | "clock" | "log" | "catalogue" | "live">
