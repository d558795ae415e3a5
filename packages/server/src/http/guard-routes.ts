import { ROUTES } from "@lectern/contract"
import type { Action } from "../access/permissions.ts"
import { ROUTE_ACTIONS } from "../access/route-actions.ts"
import { allow, type ServiceContext } from "../service/service-context.ts"
import type { HttpApp } from "./http-app.ts"
import { addressesOf } from "./route-addresses.ts"

/**
 * Asks the permission table before any handler of the contract's routes runs, so that no route is open because its use
 * case forgot to ask. Use cases ask again, with what the request is about.
 */
export function guardRoutes(app: HttpApp, context: ServiceContext): void {
  const actionByPlace = new Map<string, Action>()
  for (const { operationId, method } of ROUTES) {
    for (const url of addressesOf(operationId)) actionByPlace.set(`${method} ${url}`, ROUTE_ACTIONS[operationId][0])
  }
  app.addHook("preHandler", async ({ caller, method, routeOptions }) => {
    const action = actionByPlace.get(`${method === "HEAD" ? "GET" : method} ${routeOptions.url ?? ""}`)
    if (action !== undefined) allow(context, caller, action)
  })
}
