import { pathsOf, routeOf, type Operation, type OperationId, type RouteOf } from "@lectern/contract"
import type { FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions } from "fastify"
import type { z } from "zod"
import type { Authorized } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import type { HttpApp } from "./http-app.ts"
import type { ExactSchema } from "./validate-request.ts"

declare module "fastify" {
  interface FastifyContextConfig {
    /** The entry of the route table that the request matched; undefined for paths outside the contract. */
    operation?: Operation
  }
}

/** Value of one of an operation's request schemas after validation. */
type Parsed<Id extends OperationId, Part extends "params" | "query" | "body"> =
  RouteOf<Id> extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : unknown

/** Body of an operation's successful response. */
type ResponseBody<Id extends OperationId> =
  RouteOf<Id> extends { readonly response: infer Schema extends z.ZodType } ? z.output<Schema> : never

/**
 * The caller of an operation, with the permission that the hooks have checked; unidentified if the route table requires
 * no authentication.
 */
type OperationCaller<Id extends OperationId> =
  RouteOf<Id> extends { readonly authentication: string } ? Caller : Authorized<RouteOf<Id>["permissions"][0]>

/** A validated request of an operation. */
export type OperationRequest<Id extends OperationId> = FastifyRequest<{
  Params: Parsed<Id, "params">
  Querystring: Parsed<Id, "query">
  Body: Parsed<Id, "body">
}> & { readonly caller: OperationCaller<Id> }

/** Handles the requests of an operation: returns the body of the response, or sends the response itself. */
export type OperationHandler<Id extends OperationId> = (
  request: OperationRequest<Id>,
  reply: FastifyReply,
) => ResponseBody<Id> | FastifyReply | Promise<ResponseBody<Id> | FastifyReply>

/** Options for operations that differ from an ordinary route. */
export interface ServeOptions extends Pick<RouteShorthandOptions, "bodyLimit" | "handlerTimeout" | "exposeHeadRoute"> {
  /** True if the handler reads and validates the body itself, as returned by the scope's content type parser. */
  readonly readsOwnBody?: boolean
}

/**
 * Serves one operation of the contract at its path and its aliases. Method, schemas, status and everything that the hooks
 * check come from the route table.
 */
export function serve<Id extends OperationId>(
  app: HttpApp,
  operationId: Id,
  handler: OperationHandler<Id>,
  { readsOwnBody = false, ...options }: ServeOptions = {},
): void {
  const operation: Operation = routeOf(operationId)
  const schema = schemaOf(operation, readsOwnBody)
  for (const path of pathsOf(operation)) {
    app.route({
      ...options,
      method: operation.method,
      url: routerPath(path),
      schema,
      config: { operation },
      handler: (request, reply) => {
        reply.code(operation.status)
        // The validator compiled from `schema` has checked the request, and the hooks have checked the caller's
        // permission.
        return handler(request as unknown as OperationRequest<Id>, reply)
      },
    })
  }
}

function schemaOf({ params, query, body, response, ...operation }: Operation, readsOwnBody: boolean): FastifySchema {
  const checked: z.ZodType | ExactSchema | undefined =
    body === undefined || operation.ignoresUnknownFields === true ? body : { exact: body }
  // A response that is not always JSON is serialised by its handler.
  const isJson = response !== undefined && operation.otherContentType === undefined
  return {
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...(checked === undefined || readsOwnBody ? {} : { body: checked }),
    ...(isJson ? { response: { [operation.status]: response } } : {}),
  }
}

/** Converts a path of the contract to the router's syntax: `{owner}` becomes `:owner`. */
export function routerPath(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ":$1")
}
