import {
  Connection,
  CreateConnectionRequest,
  DoneResponse,
  IdParams,
  ListConnectionsResponse,
  TestConnectionResponse,
} from "@lectern/contract"
import {
  createConnection,
  deleteConnection,
  listConnections,
  testConnection,
} from "../../service/connections/connections.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"

/** Serves the accounts that a teamspace has connected at other services. */
export function registerConnectionRoutes(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("listConnections")) {
    const schema = { response: { 200: ListConnectionsResponse } }
    app.get(url, { schema }, ({ caller }) => listConnections(context, caller))
  }
  for (const url of addressesOf("createConnection")) {
    const schema = { body: CreateConnectionRequest, response: { 200: Connection } }
    app.post(url, { schema }, ({ caller, body }) => createConnection(context, caller, body))
  }
  for (const url of addressesOf("deleteConnection")) {
    const schema = { params: IdParams, response: { 200: DoneResponse } }
    app.delete(url, { schema }, async ({ caller, params }) => {
      await deleteConnection(context, caller, params.id)
      return { message: "the account is disconnected" }
    })
  }
  for (const url of addressesOf("testConnection")) {
    const schema = { params: IdParams, response: { 200: TestConnectionResponse } }
    app.post(url, { schema }, ({ caller, params }) => testConnection(context, caller, params.id))
  }
}
