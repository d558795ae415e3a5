import { z } from "zod"
import { OnSwitch } from "../limits/fields.ts"

/** Switch of a request that wants to know why. */
export const ExplainSwitch = OnSwitch.optional().describe(
  "1: say why each library and snippet was chosen; for admins, and only in JSON",
)

/** Why a library was or was not chosen. */
export const ExplainedLibrary = z
  .object({
    libraryId: z.string(),
    isChosen: z.boolean(),
    reason: z.string().describe("in words"),
    version: z.string().optional().describe("which version was served, and why"),
    scores: z.record(z.string(), z.number()),
  })
  .meta({ id: "ExplainedLibrary", description: "why a library was chosen or not" })
export type ExplainedLibrary = z.infer<typeof ExplainedLibrary>

/** Why a snippet stands where it stands. */
export const ExplainedSnippet = z
  .object({
    libraryId: z.string(),
    url: z.string().describe("codeId or pageId of the snippet"),
    heading: z.string(),
    score: z.number().describe("sum of the signals times their weights"),
    signals: z.record(z.string(), z.number()),
  })
  .meta({ id: "ExplainedSnippet", description: "what spoke for a snippet" })
export type ExplainedSnippet = z.infer<typeof ExplainedSnippet>

/** Why an answer is as it is. */
export const AnswerExplanation = z
  .object({
    libraries: z.array(ExplainedLibrary),
    weights: z.record(z.string(), z.number()).optional().describe("weight of every signal"),
    snippets: z.array(ExplainedSnippet).optional().describe("in the order of the answer"),
    models: z.string().optional().describe("what became of the configured models"),
  })
  .meta({ id: "AnswerExplanation", description: "why an answer is as it is" })
export type AnswerExplanation = z.infer<typeof AnswerExplanation>
