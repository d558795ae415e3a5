import type { AddLibraryResponse } from "@lectern/contract"
import { api } from "../../app/api.ts"
import { linesOf } from "../../components/form.tsx"
import type { PastedKind } from "./recognise.ts"

/** What a reader can say about a source besides its address; texts are empty where the default applies. */
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

/** Leaves out what has no value. */
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

/** Adds what an address points to. */
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
    case "git": {
      const { branch, isPrivate, gitToken, projectId, generateDocs } = options
      const [folders, excludeFolders, excludeFiles] = [
        options.folders,
        options.excludeFolders,
        options.excludeFiles,
      ].map(linesOf)
      const own = isPrivate ? present({ gitToken: gitToken.trim(), projectId }) : {}
      return api.addRepository({
        docsRepoUrl: address,
        ...present({
          branch: branch.trim(),
          private: isPrivate,
          generateDocs,
          folders: folders ?? [],
          excludeFolders: excludeFolders ?? [],
          excludeFiles: excludeFiles ?? [],
        }),
        ...own,
      })
    }
  }
}
