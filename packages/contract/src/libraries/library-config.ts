import { z } from "zod"
import { parseChosenLibraryId } from "../identifiers/library-id.ts"
import { boundedText, GitReferenceName, PathPatterns } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** File names of the library config in a repository; the first that exists is used. */
export const LIBRARY_CONFIG_FILES = ["lectern.json", "context7.json"] as const

/** The library config in `lectern.json`; unknown fields are ignored. */
export const LibraryConfig = z
  .object({
    // Invisible characters are removed from both instead of refused, because one text must not make the file invalid.
    projectTitle: boundedText(1, LIMITS.titleMaxCharacters).optional(),
    description: z.string().max(LIMITS.descriptionMaxCharacters).optional(),
    branch: GitReferenceName.optional(),
    folders: PathPatterns.optional(),
    excludeFolders: PathPatterns.optional(),
    excludeFiles: PathPatterns.optional(),
    rules: z.array(boundedText(1, 1000)).max(100).optional().describe("advice for agents, returned as labelled data"),
    previousVersions: z
      .array(z.object({ tag: GitReferenceName }))
      .max(100)
      .optional(),
    branchVersions: z
      .array(z.object({ branch: GitReferenceName }))
      .max(100)
      .optional(),
    redirectTo: boundedText(1, 500)
      .refine((text) => parseChosenLibraryId(text) !== undefined, {
        error: "must be of the form /owner/repo, without spaces",
      })
      .optional()
      .describe("identifier of the library that replaces this one"),
  })
  .meta({ id: "LibraryManifest", description: "lectern.json at the root of a repository" })
export type LibraryConfig = z.infer<typeof LibraryConfig>
