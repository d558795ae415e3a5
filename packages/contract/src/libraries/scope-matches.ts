import { z } from "zod"
import { Count } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

const PreviewedPaths = z.array(z.string()).max(LIMITS.scopePreviewMaxCount)

/** A folder with documentation files in it or below it. */
export const PreviewedFolder = z
  .object({
    path: z.string().describe("path without a slash at either end"),
    includedCount: Count.describe("documentation files in it and below it that would be read"),
    knownCount: Count.describe("all documentation files in it and below it"),
  })
  .meta({ id: "PreviewedFolder", description: "a folder and how many of its files would be read" })
export type PreviewedFolder = z.infer<typeof PreviewedFolder>

/** Files that are left out for the same reason. */
export const PreviewedExclusion = z
  .object({
    reason: z.string().describe("reason code, as in the file report of a library"),
    byDefault: z.boolean().describe("true: a default exclusion; false: the folders and exclusions that were sent"),
    fileCount: Count,
    files: z
      .array(z.object({ path: z.string(), detail: z.string().nullable().describe("folder or word that matched") }))
      .max(LIMITS.scopePreviewFilesPerReason)
      .describe("the first of them"),
  })
  .meta({ id: "PreviewedExclusion", description: "files left out for one reason" })
export type PreviewedExclusion = z.infer<typeof PreviewedExclusion>

/** What folders and exclusions match among known documentation files. Counts are complete, lists are cut. */
export const ScopeMatches = z.object({
  knownCount: Count.describe("documentation files that were found"),
  includedCount: Count.describe("files that would be read"),
  included: PreviewedPaths.describe("the first of them"),
  excludedCount: Count.describe("files that would be left out"),
  excluded: PreviewedPaths.describe("the first of them"),
  folderCount: Count.describe("folders with documentation files in them or below them"),
  folders: z
    .array(PreviewedFolder)
    .max(LIMITS.scopePreviewMaxFolders)
    .describe("the first of them, those nearest to the root first"),
  exclusions: z.array(PreviewedExclusion).describe("why files would be left out, most files first"),
  notes: z.array(z.string()).describe("remarks, such as a default exclusion that would leave out everything"),
})
export type ScopeMatches = z.infer<typeof ScopeMatches>
