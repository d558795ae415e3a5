import { AddGitRequest, AddLibraryResponse, type OperationId } from "@lectern/contract"
import { addGitRepository, type GitHostKind } from "../../service/libraries/add/add-git-repository.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"

const GIT_OPERATIONS = [
  ["addRepositoryHostedA", "github"],
  ["addRepositoryHostedB", "gitlab"],
  ["addRepositoryHostedC", "bitbucket"],
  ["addRepository", "git"],
] as const satisfies readonly (readonly [OperationId, GitHostKind])[]

/** Serves adding git repositories. */
export function registerAddRoutes(app: HttpApp, context: ServiceContext): void {
  const schema = { body: AddGitRequest, response: { 200: AddLibraryResponse } }
  for (const [operationId, hostKind] of GIT_OPERATIONS) {
    for (const url of addressesOf(operationId)) {
      app.post(url, { schema }, ({ caller, body }) => addGitRepository(context, caller, { ...body, hostKind }))
    }
  }
}
