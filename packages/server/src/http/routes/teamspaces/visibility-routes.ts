import { moveLibrary } from "../../../service/libraries/move-library.ts"
import {
  readAccessRules,
  readLibraryAccess,
  updateAccessRules,
  updateLibraryAccess,
} from "../../../service/libraries/library-access.ts"
import { readPolicies, updatePolicies } from "../../../service/teamspaces/policies.ts"
import { previewPolicies } from "../../../service/teamspaces/preview-policies.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { serve } from "../../serving/serve.ts"

/** Serves policies and access rules. */
export function registerVisibilityRoutes(app: HttpApp, context: ServiceContext): void {
  serve(app, "getPolicies", ({ caller }) => readPolicies(context, caller))
  serve(app, "updatePolicies", ({ caller, body }) => updatePolicies(context, caller, body))
  serve(app, "previewPolicies", ({ caller, body }) => previewPolicies(context, caller, body))
  serve(app, "getLibraryAccess", ({ caller, params: { owner, repo } }) =>
    readLibraryAccess(context, caller, { libraryId: `/${owner}/${repo}` }),
  )
  serve(app, "moveLibrary", ({ caller, params: { owner, repo }, body }) =>
    moveLibrary(context, caller, { ...body, libraryId: `/${owner}/${repo}` }),
  )
  serve(app, "updateLibraryAccess", ({ caller, params: { owner, repo }, body }) =>
    updateLibraryAccess(context, caller, { ...body, libraryId: `/${owner}/${repo}` }),
  )
  serve(app, "getAccessRules", ({ caller }) => readAccessRules(context, caller))
  serve(app, "updateAccessRules", ({ caller, body }) => updateAccessRules(context, caller, body))
}
