import { ADMIN_ROUTES } from "./admin.ts"
import { ANSWER_ROUTES } from "./answers.ts"
import { CONTENT_ROUTES } from "./contents.ts"
import { CONNECTION_ROUTES } from "./connections.ts"
import { INCOMING_HOOK_ROUTES } from "./incoming-hooks.ts"
import { INSTANCE_CONFIG_ROUTES } from "./instance-config.ts"
import { INSTANCE_ROUTES } from "./instance.ts"
import { JOB_ROUTES } from "./jobs.ts"
import { KEY_ROUTES } from "./keys.ts"
import { LIBRARY_ROUTES } from "./libraries.ts"
import { OUTGOING_WEBHOOK_ROUTES } from "./outgoing-webhooks.ts"
import type { Route } from "./route.ts"
import { QUESTION_ROUTES } from "./questions.ts"
import { SESSION_ROUTES } from "./sessions.ts"
import { TEAMSPACE_ROUTES } from "./teamspaces.ts"
import { VISIBILITY_ROUTES } from "./visibility.ts"

/** By tag of the OpenAPI document, in its order. */
const ROUTES_BY_TAG = {
  Answers: ANSWER_ROUTES,
  Libraries: [...LIBRARY_ROUTES, ...CONTENT_ROUTES, ...QUESTION_ROUTES],
  "Instance config": INSTANCE_CONFIG_ROUTES,
  Jobs: JOB_ROUTES,
  "Incoming hooks": INCOMING_HOOK_ROUTES,
  Visibility: VISIBILITY_ROUTES,
  Keys: KEY_ROUTES,
  Connections: CONNECTION_ROUTES,
  Administration: ADMIN_ROUTES,
  Sessions: SESSION_ROUTES,
  Teamspaces: TEAMSPACE_ROUTES,
  Webhooks: OUTGOING_WEBHOOK_ROUTES,
  Instance: INSTANCE_ROUTES,
} as const

type RouteEntry = (typeof ROUTES_BY_TAG)[keyof typeof ROUTES_BY_TAG][number]

const ROUTE_TABLE: readonly RouteEntry[] = Object.values(ROUTES_BY_TAG).flat()

/** Tag of every operation in the OpenAPI document. */
export const ROUTE_TAGS: ReadonlyMap<string, string> = new Map(
  Object.entries(ROUTES_BY_TAG).flatMap(([tag, routes]) =>
    routes.map(({ operationId }) => [operationId, tag] as const),
  ),
)

/** Name of an operation of the API. */
export type OperationId = RouteEntry["operationId"]

/** A route of the table, without the exact types of its schemas. */
export type Operation = Route & { readonly operationId: OperationId }

/** The route of one operation with the exact types of its schemas. */
export type RouteOf<Id extends OperationId> = Extract<RouteEntry, { readonly operationId: Id }>

/** Every operation of the public API. */
export const ROUTES: readonly Operation[] = ROUTE_TABLE

const routeByOperation: ReadonlyMap<string, RouteEntry> = new Map(
  ROUTE_TABLE.map((route) => [route.operationId, route]),
)

/** Returns the route of an operation. */
export function routeOf<Id extends OperationId>(operationId: Id): RouteOf<Id> {
  // The map holds an entry for every member of `OperationId`: both come from the same table.
  return routeByOperation.get(operationId) as RouteOf<Id>
}

/** Returns every path of an operation: its own path, then its aliases. */
export function pathsOf({ path, aliases = [] }: Route): readonly [string, ...string[]] {
  return [path, ...aliases]
}
