import { HookParams, HookResponse } from "../webhooks/incoming-hooks.ts"
import type { Route } from "./route.ts"

/** Routes that git hosts call. */
export const INCOMING_HOOK_ROUTES = [
  {
    operationId: "receivePush",
    method: "POST",
    path: "/api/v2/hooks/{forge}",
    summary: "a push webhook of a forge: the library of the repository is read again",
    authentication: "signature",
    permissions: ["readHealth"],
    params: HookParams,
    status: 202,
    response: HookResponse,
  },
] as const satisfies readonly Route[]
