import { ADD_ROUTES } from "./add-routes.ts"
import { HOOK_ROUTES } from "./hook-routes.ts"
import { LIBRARY_ROUTES } from "./library-routes.ts"
import { PEOPLE_ROUTES } from "./people-routes.ts"
import { READING_ROUTES } from "./reading-routes.ts"
import { READ_ROUTES } from "./read-routes.ts"
import type { Route } from "./route.ts"
import { SESSION_ROUTES } from "./session-routes.ts"
import { TEAMSPACE_ROUTES } from "./teamspace-routes.ts"
import { SERVICE_ROUTES } from "./service-routes.ts"
import { WEBHOOK_ROUTES } from "./webhook-routes.ts"

const EVERY_ROUTE = [
  ...READ_ROUTES,
  ...ADD_ROUTES,
  ...LIBRARY_ROUTES,
  ...HOOK_ROUTES,
  ...READING_ROUTES,
  ...PEOPLE_ROUTES,
  ...SESSION_ROUTES,
  ...TEAMSPACE_ROUTES,
  ...WEBHOOK_ROUTES,
  ...SERVICE_ROUTES,
] as const

/** Name of a route. */
export type OperationId = (typeof EVERY_ROUTE)[number]["operationId"]

/** Every route of the public API, served now or later. */
export const ROUTES: readonly (Route & { readonly operationId: OperationId })[] = EVERY_ROUTE
