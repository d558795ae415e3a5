import { z } from "zod"
import { Count, Timestamp } from "../limits/fields.ts"
import { KeyHint } from "../people/keys.ts"

/** Types of events. */
export const EVENT_TYPES = [
  "library.finalized",
  "library.refreshed",
  "library.failed",
  "library.deleted",
  "key.created",
] as const

/** Wire schema of an event type. */
export const EventType = z.enum(EVENT_TYPES).meta({ id: "EventType", description: "type of an event" })
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

/** A library, or a version of it, became available for the first time. */
const LibraryFinalized = z.object({ ...run, snippets: Count, tokens: Count })
/** A library, or a version of it, was refreshed. */
const LibraryRefreshed = LibraryFinalized.extend({
  outcome: z.enum(["published", "unchanged"]).describe("whether a new index file was published"),
})
/** Processing a library, or a version of it, failed. */
const LibraryFailed = z.object({
  ...run,
  error: z.object({ code: z.string(), message: z.string() }),
  served: z.boolean().describe("whether the previous version is still served"),
})
/** A library was deleted. */
const LibraryDeleted = z.object({ ...library, deletedBy: z.string() })
/** A key was created. */
const KeyCreated = z.object({
  keyId: z.string(),
  name: z.string(),
  hint: KeyHint,
  user: z.string().describe("account that the key belongs to"),
})
/** An admin sent a test event. */
const WebhookTested = z.object({ webhookId: z.string() })

const event = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), timestamp: Timestamp.describe("time of the event"), data })

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
