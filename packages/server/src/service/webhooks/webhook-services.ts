import type { ServiceContext } from "../service-context.ts"

/** The services needed for outgoing webhooks and their deliveries. */
export type WebhookServices = Pick<
  ServiceContext,
  "settings" | "version" | "clock" | "log" | "catalogue" | "guard" | "live" | "sealer" | "wakeWorker"
>
