import { ApplyInstanceConfigRequest, ApplyInstanceConfigResponse } from "../instance/instance-config.ts"
import type { Route } from "./route.ts"

/** Route that applies an instance config. */
export const INSTANCE_CONFIG_ROUTES = [
  {
    operationId: "applyManifest",
    method: "POST",
    path: "/api/v2/manifest",
    summary: "apply a lectern.yaml",
    permissions: ["applyManifest"],
    rateClass: "add",
    workload: "transfer",
    body: ApplyInstanceConfigRequest,
    status: 200,
    response: ApplyInstanceConfigResponse,
  },
] as const satisfies readonly Route[]
