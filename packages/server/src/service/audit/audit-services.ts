import type { ServiceContext } from "../service-context.ts"

/** The services needed to read and prune the audit log. */
export type AuditServices = Pick<ServiceContext, "settings" | "clock" | "log" | "catalogue" | "live">
