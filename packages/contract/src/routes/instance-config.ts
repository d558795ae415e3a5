import { ApplyManifestRequest, ApplyManifestResponse } from "../lectern-yaml.ts"
import type { Route } from "./route.ts"

/** Route that applies an instance config. */
export const INSTANCE_CONFIG_ROUTES = [
  {
    operationId: "applyManifest",
    method: "POST",
    path: "/api/v2/manifest",
    summary: "bring the libraries in line with a lectern.yaml",
    permissions: ["applyManifest"],
    rateClass: "add",
    workload: "transfer",
    body: ApplyManifestRequest,
    status: 200,
    response: ApplyManifestResponse,
  },
] as const satisfies readonly Route[]
