import {
  AccessRules,
  LibraryAccess,
  LibraryParams,
  PolicyConfiguration,
  UpdateAccessRulesRequest,
  UpdateLibraryAccessRequest,
  UpdatePoliciesRequest,
} from "@lectern/contract"
import {
  readAccessRules,
  readLibraryAccess,
  updateAccessRules,
  updateLibraryAccess,
} from "../../service/libraries/library-access.ts"
import { readPolicies, updatePolicies } from "../../service/teamspaces/policies.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"

/** Serves policies and access rules. */
export function registerReadingRoutes(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("getPolicies")) {
    app.get(url, { schema: { response: { 200: PolicyConfiguration } } }, ({ caller }) => readPolicies(context, caller))
  }
  for (const url of addressesOf("updatePolicies")) {
    const schema = { body: UpdatePoliciesRequest, response: { 200: PolicyConfiguration } }
    app.patch(url, { schema }, ({ caller, body }) => updatePolicies(context, caller, body))
  }
  for (const url of addressesOf("getLibraryAccess")) {
    const schema = { params: LibraryParams, response: { 200: LibraryAccess } }
    app.get(url, { schema }, ({ caller, params: { owner, repo } }) =>
      readLibraryAccess(context, caller, { libraryId: `/${owner}/${repo}` }),
    )
  }
  for (const url of addressesOf("updateLibraryAccess")) {
    const schema = { params: LibraryParams, body: UpdateLibraryAccessRequest, response: { 200: LibraryAccess } }
    app.patch(url, { schema }, ({ caller, params: { owner, repo }, body }) =>
      updateLibraryAccess(context, caller, { ...body, libraryId: `/${owner}/${repo}` }),
    )
  }
  for (const url of addressesOf("getAccessRules")) {
    app.get(url, { schema: { response: { 200: AccessRules } } }, ({ caller }) => readAccessRules(context, caller))
  }
  for (const url of addressesOf("updateAccessRules")) {
    const schema = { body: UpdateAccessRulesRequest, response: { 200: AccessRules } }
    app.patch(url, { schema }, ({ caller, body }) => updateAccessRules(context, caller, body))
  }
}
