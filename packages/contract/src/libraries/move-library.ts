import { z } from "zod"
import { boundedText, ProjectId } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"
import { parseChosenLibraryId } from "../identifiers/library-id.ts"

const NewLibraryId = boundedText(LIMITS.libraryIdMinCharacters, LIMITS.libraryIdMaxCharacters).refine(
  (text) => parseChosenLibraryId(text) !== undefined,
  { error: "must be of the form /owner/repo, without spaces" },
)

/** Changes where a library is found and who owns it; omitted fields are unchanged. */
export const MoveLibraryRequest = z
  .object({
    id: NewLibraryId.optional().describe("new identifier; the old one redirects to it"),
    private: z
      .boolean()
      .optional()
      .describe("true: only the teamspace can see it; false: everyone who can reach the instance"),
    projectId: ProjectId.optional().describe("project of the teamspace, or `default`; private libraries only"),
    dryRun: z.boolean().default(false).describe("true: nothing is changed"),
  })
  .meta({ id: "MoveLibraryRequest", description: "a change of the id, visibility or project of a library" })
export type MoveLibraryRequest = z.infer<typeof MoveLibraryRequest>
/** The request as a client sends it. */
export type MoveLibraryRequestInput = z.input<typeof MoveLibraryRequest>

/** Where a library is found, before and after a change. */
export const MoveLibraryResponse = z
  .object({
    dryRun: z.boolean(),
    previousId: z.string(),
    id: z.string(),
    redirects: z.boolean().describe("true: requests for the previous id return 301 with the new id"),
    wasPrivate: z.boolean(),
    private: z.boolean(),
    projectId: z.string().nullable().describe("null: the default project, or a public library"),
    hidesPublicLibrary: z
      .boolean()
      .describe("true: the teamspace gets this private library instead of the public one with the same id"),
  })
  .meta({ id: "MoveLibraryResponse", description: "id and visibility of a library after a change" })
export type MoveLibraryResponse = z.infer<typeof MoveLibraryResponse>
