import { type AddLibraryResponse, type AddressKind, AddWebsiteRequest } from "@lectern/contract"
import type { Authorized } from "../../../access/permissions/authorize.ts"
import { addGitRepository } from "./add-git-repository.ts"
import { addLlmsTxt } from "./add-llmstxt.ts"
import { addOpenApi } from "./add-openapi.ts"
import { addWebsite } from "./add-website.ts"
import type { AddLibraryServices } from "../add-library-services.ts"

type AddByAddress = (
  context: AddLibraryServices,
  caller: Authorized<"addLibrary">,
  address: string,
) => Promise<AddLibraryResponse>

/** Adds a source of each kind by its address alone, with the defaults of the kind. */
export const ADD_BY_ADDRESS: Readonly<Record<AddressKind, AddByAddress>> = {
  git: (context, caller, docsRepoUrl) => addGitRepository(context, caller, { docsRepoUrl, hostKind: "git" }),
  website: (context, caller, websiteUrl) => addWebsite(context, caller, AddWebsiteRequest.parse({ websiteUrl })),
  llmstxt: (context, caller, llmstxtUrl) => addLlmsTxt(context, caller, { llmstxtUrl }),
  openapi: (context, caller, openApiUrl) => addOpenApi(context, caller, { openApiUrl }),
}
