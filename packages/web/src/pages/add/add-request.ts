import type { GitHostPath } from "@lectern/client"
import { type AddGitRequest, type AddLibraryResponse, repositoryIdentity } from "@lectern/contract"
import { api } from "../../app/api.ts"
import { linesOf } from "../../components/form.tsx"
import { scopeOf } from "../scope/scope-texts.ts"
import type { PastedKind } from "./recognise.ts"

/** Options of a source besides its address; texts are empty if the default applies. */
export interface SourceOptions {
  readonly branch: string
  readonly folders: string
  readonly excludeFolders: string
  readonly excludeFiles: string
  readonly isPrivate: boolean
  readonly gitToken: string
  readonly projectId: string
  readonly generateDocs: boolean
  readonly baseUrl: string
  readonly maxPages: string
  readonly maxDepth: string
  readonly excludePatterns: string
}

export const NO_OPTIONS: SourceOptions = {
  branch: "",
  folders: "",
  excludeFolders: "",
  excludeFiles: "",
  isPrivate: false,
  gitToken: "",
  projectId: "",
  generateDocs: false,
  baseUrl: "",
  maxPages: "",
  maxDepth: "",
  excludePatterns: "",
}

/** Removes fields without a value. */
function present<Fields extends Readonly<Record<string, string | number | boolean | readonly string[]>>>(
  fields: Fields,
): Partial<Fields> {
  const isGiven = (value: Fields[string]) =>
    value !== "" && value !== false && (!Array.isArray(value) || value.length > 0)
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => isGiven(value as Fields[string])),
  ) as Partial<Fields>
}

const numberOf = (text: string) => (text === "" ? "" : Number(text))

/** Adds the source at an address. */
export function addSource(
  kind: Exclude<PastedKind, "wiki" | "notes">,
  address: string,
  options: SourceOptions,
): Promise<AddLibraryResponse> {
  switch (kind) {
    case "llmstxt":
      return api.addLlmsTxt({ llmstxtUrl: address })
    case "openapi":
      return api.addOpenApi({ openApiUrl: address })
    case "website": {
      const { baseUrl, maxPages, maxDepth, excludePatterns } = options
      const given = present({ websiteBaseUrl: baseUrl.trim(), excludePatterns: linesOf(excludePatterns) })
      const bounds = present({ maxPages: numberOf(maxPages), maxDepth: numberOf(maxDepth) }) as {
        maxPages?: number
        maxDepth?: number
      }
      return api.addWebsite({ websiteUrl: address, ...given, ...bounds })
    }
    case "git":
      return api.addRepository(
        { ...gitRequestOf(address, options), ...present({ generateDocs: options.generateDocs }) },
        { host: gitHostOf(address) },
      )
  }
}

/** Creates the request that adds or previews a repository. */
export function gitRequestOf(address: string, options: SourceOptions): AddGitRequest {
  const { branch, isPrivate, gitToken, projectId } = options
  return {
    docsRepoUrl: address,
    ...present({ branch: branch.trim(), private: isPrivate, ...scopeOf(options) }),
    ...(isPrivate ? present({ gitToken: gitToken.trim(), projectId }) : {}),
  }
}

const HOST_PATHS: Readonly<Record<string, GitHostPath>> = {
  "github.com": "github",
  "gitlab.com": "gitlab",
  "bitbucket.org": "bitbucket",
}

/**
 * Returns the API path of a known host. Only through this path does the server use the account that is connected there.
 */
export function gitHostOf(address: string): GitHostPath {
  const identity = repositoryIdentity(address)
  return "problem" in identity ? "git" : (HOST_PATHS[identity.host] ?? "git")
}
