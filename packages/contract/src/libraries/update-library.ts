import { z } from "zod"
import { boundedText, DescriptionText, TitleText } from "../limits/fields.ts"
import { SiteFacts } from "./libraries.ts"
import { LIMITS } from "../limits/limits.ts"

/** When a library is read again: a cron expression in UTC, or a word. */
export const RefreshSchedule = boundedText(1, LIMITS.refreshScheduleMaxCharacters).describe(
  "cron expression in UTC, `popular` (the more it is asked, the more often) or `never`",
)

/** Changes what an operator says about a library; what is left out stays. */
export const UpdateLibraryRequest = z
  .object({
    title: TitleText.nullable().optional().describe("wins over what the source says; null: the source's own again"),
    description: DescriptionText.nullable().optional().describe("wins over what the source says; null: its own again"),
    refreshSchedule: RefreshSchedule.nullable().optional().describe("null: every LECTERN_REFRESH_INTERVAL_HOURS"),
    verified: z.boolean().nullable().optional().describe("wins over the rule; null: the rule decides again"),
    license: boundedText(1, 100)
      .regex(/^[A-Za-z0-9.+-]+$/)
      .nullable()
      .optional()
      .describe("SPDX id, wins over host and source; null: theirs again"),
    siteFacts: SiteFacts.nullable().optional().describe("how well known its web site is, for policies and trustScore"),
  })
  .refine((change) => Object.keys(change).length > 0, { error: "give at least one field to change" })
  .meta({ id: "UpdateLibraryRequest", description: "a change of a library" })
export type UpdateLibraryRequest = z.infer<typeof UpdateLibraryRequest>
