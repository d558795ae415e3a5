import {
  BeginConsentRequest,
  BeginConsentResponse,
  Connection,
  CreateConnectionRequest,
  ListConnectionsResponse,
  TestConnectionResponse,
} from "../connections/connections.ts"
import { DoneResponse, IdParams } from "../people/keys.ts"
import type { Route } from "./route.ts"

/** Routes of accounts connected at other services. */
export const CONNECTION_ROUTES = [
  {
    operationId: "listConnections",
    method: "GET",
    path: "/api/v2/connections",
    summary: "connected accounts",
    permissions: ["readConnections"],
    status: 200,
    response: ListConnectionsResponse,
  },
  {
    operationId: "createConnection",
    method: "POST",
    path: "/api/v2/connections",
    summary: "connect an account",
    permissions: ["manageConnections"],
    body: CreateConnectionRequest,
    status: 200,
    response: Connection,
  },
  {
    operationId: "beginConsent",
    method: "POST",
    path: "/api/v2/connections/consent",
    summary: "start connecting an account with OAuth",
    permissions: ["manageConnections"],
    body: BeginConsentRequest,
    status: 200,
    response: BeginConsentResponse,
  },
  {
    operationId: "deleteConnection",
    method: "DELETE",
    path: "/api/v2/connections/{id}",
    summary: "disconnect an account",
    permissions: ["manageConnections"],
    params: IdParams,
    status: 200,
    response: DoneResponse,
  },
  {
    operationId: "testConnection",
    method: "POST",
    path: "/api/v2/connections/{id}/test",
    summary: "test whether the service accepts the account",
    permissions: ["manageConnections"],
    params: IdParams,
    status: 200,
    response: TestConnectionResponse,
  },
] as const satisfies readonly Route[]
