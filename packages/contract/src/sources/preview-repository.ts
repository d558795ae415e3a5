import { z } from "zod"
import { ScopeMatches } from "../libraries/scope-matches.ts"
import { Count } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"
import { AddGitRequest } from "./add.ts"

/** A repository as it would be added, and which of its files. */
export const PreviewRepositoryRequest = AddGitRequest.pick({
  docsRepoUrl: true,
  gitToken: true,
  private: true,
  skipVersionFiltering: true,
  branch: true,
  folders: true,
  excludeFolders: true,
  excludeFiles: true,
}).meta({ id: "PreviewRepositoryRequest", description: "a repository whose files are previewed" })
export type PreviewRepositoryRequest = z.infer<typeof PreviewRepositoryRequest>

/** The address of the operation that the repository will be added with: it decides which connected account is used. */
export const PreviewRepositoryParams = z.object({
  host: z.enum(["hosted-a", "hosted-b", "hosted-c", "github", "gitlab", "bitbucket", "git"]),
})
export type PreviewRepositoryParams = z.infer<typeof PreviewRepositoryParams>

/** What would be read of a repository. */
export const RepositoryPreview = ScopeMatches.extend({
  branch: z.string().describe("branch or tag that was listed"),
  revision: z.string().describe("its commit"),
  libraryConfig: z
    .string()
    .nullable()
    .describe("name of the library config in the repository, whose folders and exclusions are applied as well"),
  otherFiles: z
    .array(z.object({ pattern: z.string().describe("such as `*.png`"), fileCount: Count }))
    .max(LIMITS.repositoryPreviewMaxFileKinds)
    .describe("what else is in the repository, most files first"),
}).meta({ id: "RepositoryPreview", description: "files of a repository that would be read" })
export type RepositoryPreview = z.infer<typeof RepositoryPreview>
