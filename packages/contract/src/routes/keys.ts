import { CreateKeyRequest, CreateKeyResponse, DoneResponse, IdParams, ListKeysResponse } from "../people/keys.ts"
import type { Route } from "./route.ts"

/** Routes of the caller's API keys. */
export const KEY_ROUTES = [
  {
    operationId: "listKeys",
    method: "GET",
    path: "/api/v2/keys",
    summary: "the caller's keys",
    permissions: ["manageOwnKeys"],
    status: 200,
    response: ListKeysResponse,
  },
  {
    operationId: "createKey",
    method: "POST",
    path: "/api/v2/keys",
    summary: "create a key",
    permissions: ["manageOwnKeys"],
    body: CreateKeyRequest,
    status: 200,
    response: CreateKeyResponse,
  },
  {
    operationId: "revokeKey",
    method: "DELETE",
    path: "/api/v2/keys/{id}",
    summary: "revoke a key",
    permissions: ["manageOwnKeys"],
    params: IdParams,
    status: 200,
    response: DoneResponse,
  },
] as const satisfies readonly Route[]
