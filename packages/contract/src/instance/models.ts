import { z } from "zod"
import { Count, Message } from "../limits/fields.ts"

/** Optional models of an instance. */
export const MODEL_NAMES = ["embedder", "reranker", "writer"] as const

/** Path parameter of one model. */
export const ModelParams = z.object({ model: z.enum(MODEL_NAMES) })
export type ModelParams = z.infer<typeof ModelParams>

/** Result of sending a short example to a configured model. */
export const ModelTest = z
  .object({
    model: z.enum(MODEL_NAMES),
    works: z.boolean(),
    message: Message.describe("what the model returned, or why the test failed"),
    durationMs: Count,
  })
  .meta({ id: "ModelTest", description: "whether a configured model responds" })
export type ModelTest = z.infer<typeof ModelTest>
