import { ROUTES, type OperationId } from "@lectern/contract"

const routeByOperation = new Map(ROUTES.map((route) => [route.operationId, route]))

/**
 * Gives every path under which an operation is served, neutral words and product names, as the router writes them.
 *
 * @returns at least one, for instance `/api/v2/libs/:owner/:repo`.
 */
export function addressesOf(operationId: OperationId): readonly string[] {
  const route = routeByOperation.get(operationId)
  return route === undefined ? [] : [route.path, ...(route.aliases ?? [])].map(routerPath)
}

/** Turns `{owner}` into `:owner`. */
export function routerPath(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ":$1")
}
