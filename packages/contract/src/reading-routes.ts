import { AccessRules, LibraryAccess, UpdateAccessRulesRequest, UpdateLibraryAccessRequest } from "./access-rules.ts"
import { LibraryParams } from "./libraries.ts"
import { PolicyConfiguration, UpdatePoliciesRequest } from "./policies.ts"
import type { Route } from "./route.ts"

/** Routes for what members of a teamspace may read. */
export const READING_ROUTES = [
  {
    operationId: "getPolicies",
    method: "GET",
    path: "/api/v2/policies",
    caller: "keyHolder",
    status: 200,
    response: PolicyConfiguration,
    summary: "the policies of the teamspace",
  },
  {
    operationId: "updatePolicies",
    method: "PATCH",
    path: "/api/v2/policies",
    caller: "admin",
    body: UpdatePoliciesRequest,
    status: 200,
    response: PolicyConfiguration,
    summary: "change policies",
  },
  {
    operationId: "getLibraryAccess",
    method: "GET",
    path: "/api/v2/libs/{owner}/{repo}/access",
    caller: "admin",
    params: LibraryParams,
    status: 200,
    response: LibraryAccess,
    summary: "who may read a library",
  },
  {
    operationId: "updateLibraryAccess",
    method: "PATCH",
    path: "/api/v2/libs/{owner}/{repo}/access",
    caller: "admin",
    params: LibraryParams,
    body: UpdateLibraryAccessRequest,
    status: 200,
    response: LibraryAccess,
    summary: "set who may read a library",
  },
  {
    operationId: "getAccessRules",
    method: "GET",
    path: "/api/v2/admin/access-rules",
    caller: "admin",
    status: 200,
    response: AccessRules,
    summary: "who may read libraries by default and by prefix",
  },
  {
    operationId: "updateAccessRules",
    method: "PATCH",
    path: "/api/v2/admin/access-rules",
    caller: "admin",
    body: UpdateAccessRulesRequest,
    status: 200,
    response: AccessRules,
    summary: "change access rules",
  },
] as const satisfies readonly Route[]
