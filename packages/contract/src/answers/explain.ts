import { z } from "zod"
import { OnSwitch } from "../limits/fields.ts"

/** Request parameter that asks for an explanation. */
export const ExplainSwitch = OnSwitch.optional().describe(
  "1: say why each library and snippet was chosen; for admins, and only in JSON",
)

/** Why a library was or was not chosen. */
export const ExplainedLibrary = z
  .object({
    libraryId: z.string(),
    isChosen: z.boolean(),
    reason: z.string().describe("explanation in words"),
    version: z.string().optional().describe("which version was served, and why"),
    scores: z.record(z.string(), z.number()),
  })
  .meta({ id: "ExplainedLibrary", description: "why a library was or was not chosen" })
export type ExplainedLibrary = z.infer<typeof ExplainedLibrary>

/** Why a snippet has its rank. */
export const ExplainedSnippet = z
  .object({
    libraryId: z.string(),
    url: z.string().describe("codeId or pageId of the snippet"),
    heading: z.string(),
    score: z.number().describe("sum of the signals times their weights"),
    signals: z.record(z.string(), z.number()),
  })
  .meta({ id: "ExplainedSnippet", description: "the score of a snippet and its signals" })
export type ExplainedSnippet = z.infer<typeof ExplainedSnippet>

/** How an answer was ranked. */
export const AnswerExplanation = z
  .object({
    libraries: z.array(ExplainedLibrary),
    weights: z.record(z.string(), z.number()).optional().describe("weight of every signal"),
    snippets: z.array(ExplainedSnippet).optional().describe("in the order of the answer"),
    ending: z.string().optional().describe("why the answer ends where it does"),
    models: z.string().optional().describe("outcome of the configured models"),
  })
  .meta({ id: "AnswerExplanation", description: "how an answer was ranked" })
export type AnswerExplanation = z.infer<typeof AnswerExplanation>
