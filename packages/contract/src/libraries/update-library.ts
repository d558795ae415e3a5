import { z } from "zod"
import { boundedText, DescriptionText, GitReferenceName, PathPatterns, TitleText } from "../limits/fields.ts"
import { SiteFacts } from "./libraries.ts"
import { ScopeMatches } from "./scope-matches.ts"
import { LIMITS } from "../limits/limits.ts"

/** When a library is refreshed: a cron expression in UTC, or a word. */
export const RefreshSchedule = boundedText(1, LIMITS.refreshScheduleMaxCharacters).describe(
  "cron expression in UTC, `popular` (more often for libraries with more questions) or `never`",
)

/** Changes the properties of a library that an operator may set; omitted fields are unchanged. A new scope queues a refresh. */
export const UpdateLibraryRequest = z
  .object({
    title: TitleText.nullable().optional().describe("overrides the value from the source; null resets it"),
    description: DescriptionText.nullable().optional().describe("overrides the value from the source; null resets it"),
    refreshSchedule: RefreshSchedule.nullable().optional().describe("null: every LECTERN_REFRESH_INTERVAL_HOURS"),
    branch: GitReferenceName.nullable().optional().describe("git only; null: the default branch of the repository"),
    folders: PathPatterns.optional().describe("git only; only these folders are read, all if empty"),
    excludeFolders: PathPatterns.optional().describe("git only; folders that are not read"),
    excludeFiles: PathPatterns.optional().describe("git only; files that are not read"),
    verified: z.boolean().nullable().optional().describe("overrides the rule; null resets it"),
    license: boundedText(1, 100)
      .regex(/^[A-Za-z0-9.+-]+$/, { error: "must be an SPDX identifier such as MIT" })
      .nullable()
      .optional()
      .describe("SPDX id, overrides host and source; null resets it"),
    recordQuestions: z
      .boolean()
      .optional()
      .describe("keep the text of questions that no snippet matches, for people who may change the library"),
    benchmarkScore: z
      .number()
      .min(0)
      .max(LIMITS.benchmarkScoreMax)
      .nullable()
      .optional()
      .describe("percentage of your own questions that are answered, as lectern eval measures it; null resets it"),
    siteFacts: SiteFacts.nullable().optional().describe("popularity of its website, for policies and trustScore"),
  })
  .refine((change) => Object.keys(change).length > 0, { error: "send at least one field to change" })
  .meta({ id: "UpdateLibraryRequest", description: "a change of a library" })
export type UpdateLibraryRequest = z.infer<typeof UpdateLibraryRequest>

/** Folders and files that would be read of a library's source. */
export const ScopePreviewRequest = z
  .object({
    folders: PathPatterns.default([]),
    excludeFolders: PathPatterns.default([]),
    excludeFiles: PathPatterns.default([]),
  })
  .meta({ id: "ScopePreviewRequest", description: "folders and files of a source that would be read" })
export type ScopePreviewRequest = z.infer<typeof ScopePreviewRequest>
export type ScopePreviewRequestInput = z.input<typeof ScopePreviewRequest>

/** What a scope would match among the documentation files of the last ingestion. */
export const ScopePreview = ScopeMatches.meta({ id: "ScopePreview", description: "what folders and exclusions match" })
export type ScopePreview = z.infer<typeof ScopePreview>
