import { addGitRepository, type GitHostKind } from "../../../service/libraries/add/add-git-repository.ts"
import { addLlmsTxt } from "../../../service/libraries/add/add-llmstxt.ts"
import { addNotes } from "../../../service/libraries/add/add-notes.ts"
import { addOpenApi } from "../../../service/libraries/add/add-openapi.ts"
import { addWebsite } from "../../../service/libraries/add/add-website.ts"
import { addWiki } from "../../../service/libraries/add/add-wiki.ts"
import { previewRepository } from "../../../service/libraries/preview/preview-repository.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { whileConnected } from "../../serving/while-connected.ts"
import { serve } from "../../serving/serve.ts"

const GIT_OPERATIONS = [
  ["addRepositoryHostedA", "github"],
  ["addRepositoryHostedB", "gitlab"],
  ["addRepositoryHostedC", "bitbucket"],
  ["addRepository", "git"],
] as const satisfies readonly (readonly [string, GitHostKind])[]

/** Serves the routes that add a source by its address, for every source kind. */
export function registerAddRoutes(app: HttpApp, context: ServiceContext): void {
  for (const [operationId, hostKind] of GIT_OPERATIONS) {
    serve(app, operationId, ({ caller, body }) => addGitRepository(context, caller, { ...body, hostKind }))
  }
  serve(app, "previewRepository", ({ caller, params: { host }, body, ip: address }, reply) =>
    previewRepository(context, caller, { ...body, host, address, signal: whileConnected(reply) }),
  )
  serve(app, "addWebsite", ({ caller, body }) => addWebsite(context, caller, body))
  serve(app, "addLlmsTxt", ({ caller, body }) => addLlmsTxt(context, caller, body))
  serve(app, "addOpenApi", ({ caller, body }) => addOpenApi(context, caller, body))
  serve(app, "addWiki", ({ caller, body }) => addWiki(context, caller, body))
  serve(app, "addNotes", ({ caller, body }) => addNotes(context, caller, body))
}
