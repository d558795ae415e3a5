import { z } from "zod"
import { Count, Timestamp } from "../limits/fields.ts"

/** What a webhook can be told of. */
export const EVENT_TYPES = [
  "library.finalized",
  "library.refreshed",
  "library.failed",
  "library.deleted",
  "key.created",
] as const

/** Wire schema of what a webhook can be told of. */
export const EventType = z.enum(EVENT_TYPES).meta({ id: "EventType", description: "what a webhook can be told of" })
export type EventType = z.infer<typeof EventType>

const library = {
  libraryId: z.string(),
  title: z.string(),
  private: z.boolean(),
}
const run = {
  ...library,
  version: z.string().nullable().describe("tag of the version; null for the library itself"),
  jobId: z.string(),
}

/** A library, or a version of it, can be asked for the first time. */
const LibraryFinalized = z.object({ ...run, snippets: Count, tokens: Count })
/** A library, or a version of it, was read again. */
const LibraryRefreshed = LibraryFinalized.extend({
  outcome: z.enum(["published", "unchanged"]).describe("whether what is served was replaced"),
})
/** A library, or a version of it, could not be read. */
const LibraryFailed = z.object({
  ...run,
  error: z.object({ code: z.string(), message: z.string() }),
  served: z.boolean().describe("true when what was read before is still served"),
})
/** A library was deleted. */
const LibraryDeleted = z.object({ ...library, deletedBy: z.string() })
/** A key was made. */
const KeyCreated = z.object({
  keyId: z.string(),
  name: z.string(),
  hint: z.string().describe("first and last characters of the key"),
  user: z.string().describe("account that the key belongs to"),
})
/** An admin tries a webhook out. */
const WebhookTested = z.object({ webhookId: z.string() })

const event = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), timestamp: Timestamp.describe("when it happened"), data })

/** Body of a delivery. */
export const WebhookEvent = z.discriminatedUnion("type", [
  event("library.finalized", LibraryFinalized),
  event("library.refreshed", LibraryRefreshed),
  event("library.failed", LibraryFailed),
  event("library.deleted", LibraryDeleted),
  event("key.created", KeyCreated),
  event("webhook.test", WebhookTested),
])
export type WebhookEvent = z.infer<typeof WebhookEvent>
