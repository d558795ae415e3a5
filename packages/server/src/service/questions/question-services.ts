import type { ServiceContext } from "../service-context.ts"

/** The services needed for keeping and listing questions. */
export type QuestionServices = Pick<
  ServiceContext,
  "settings" | "clock" | "log" | "catalogue" | "visibilityRules" | "catalogueSync" | "live"
>
