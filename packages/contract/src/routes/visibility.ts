import {
  AccessRules,
  LibraryAccess,
  UpdateAccessRulesRequest,
  UpdateLibraryAccessRequest,
} from "../visibility/access-rules.ts"
import { LibraryParams } from "../libraries/libraries.ts"
import { PolicyConfiguration, PolicyPreview, UpdatePoliciesRequest } from "../visibility/policies.ts"
import type { Route } from "./route.ts"

/** Routes of policies and access rules, which decide what members of a teamspace can see. */
export const VISIBILITY_ROUTES = [
  {
    operationId: "getPolicies",
    method: "GET",
    path: "/api/v2/policies",
    summary: "the policies of the teamspace",
    permissions: ["readPolicies"],
    status: 200,
    response: PolicyConfiguration,
  },
  {
    operationId: "updatePolicies",
    method: "PATCH",
    path: "/api/v2/policies",
    summary: "change policies",
    permissions: ["changePolicies"],
    body: UpdatePoliciesRequest,
    status: 200,
    response: PolicyConfiguration,
  },
  {
    operationId: "previewPolicies",
    method: "POST",
    path: "/api/v2/policies/preview",
    summary: "what a change of policies would hide and reveal; nothing is changed",
    permissions: ["changePolicies"],
    body: UpdatePoliciesRequest,
    status: 200,
    response: PolicyPreview,
  },
  {
    operationId: "getLibraryAccess",
    method: "GET",
    path: "/api/v2/libs/{owner}/{repo}/access",
    summary: "who may read a library",
    permissions: ["manageLibraryAccess"],
    params: LibraryParams,
    status: 200,
    response: LibraryAccess,
  },
  {
    operationId: "updateLibraryAccess",
    method: "PATCH",
    path: "/api/v2/libs/{owner}/{repo}/access",
    summary: "set who may read a library",
    permissions: ["manageLibraryAccess"],
    params: LibraryParams,
    body: UpdateLibraryAccessRequest,
    status: 200,
    response: LibraryAccess,
  },
  {
    operationId: "getAccessRules",
    method: "GET",
    path: "/api/v2/admin/access-rules",
    summary: "who may read libraries by default and by prefix",
    permissions: ["manageLibraryAccess"],
    status: 200,
    response: AccessRules,
  },
  {
    operationId: "updateAccessRules",
    method: "PATCH",
    path: "/api/v2/admin/access-rules",
    summary: "change access rules",
    permissions: ["manageLibraryAccess"],
    body: UpdateAccessRulesRequest,
    status: 200,
    response: AccessRules,
  },
] as const satisfies readonly Route[]
