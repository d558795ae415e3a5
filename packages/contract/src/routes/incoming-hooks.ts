import { HookParams, HookResponse } from "../webhooks/incoming-hooks.ts"
import type { Route } from "./route.ts"

/** Routes that git hosts call. */
export const INCOMING_HOOK_ROUTES = [
  {
    operationId: "receivePush",
    method: "POST",
    path: "/api/v2/hooks/{forge}",
    summary: "push webhook of a git host: refreshes the library of the repository",
    authentication: "signature",
    permissions: ["readHealth"],
    params: HookParams,
    status: 202,
    response: HookResponse,
  },
] as const satisfies readonly Route[]
