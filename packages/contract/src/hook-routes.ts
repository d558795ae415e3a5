import { HookParams, HookResponse } from "./hooks.ts"
import type { Route } from "./route.ts"

/** Routes that forges call. */
export const HOOK_ROUTES = [
  {
    operationId: "receivePush",
    method: "POST",
    path: "/api/v2/hooks/{forge}",
    caller: "signed",
    params: HookParams,
    status: 202,
    response: HookResponse,
    summary: "a push webhook of a forge: the library of the repository is read again",
  },
] as const satisfies readonly Route[]
