import type { ServiceContext } from "../../service-context.ts"

/** The services needed for finding a library that a caller can see. */
export type LibraryLookupServices = Pick<
  ServiceContext,
  "settings" | "clock" | "catalogue" | "visibilityRules" | "catalogueSync" | "live"
>
