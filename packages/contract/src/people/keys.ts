import { z } from "zod"
import { boundedText, Message, Timestamp } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** First characters of every API key. */
export const API_KEY_PREFIX = "lectern_"

/** Headers that may hold a key besides `Authorization`, in the order they are looked at. Header names ignore case. */
export const API_KEY_HEADERS = [
  "LECTERN_API_KEY",
  "Lectern-API-Key",
  "X-Lectern-API-Key",
  "X-API-Key",
  "CONTEXT7_API_KEY",
  "X-Context7-API-Key",
  "Context7-API-Key",
] as const

/** Roles of the self-hosted edition. */
export const USER_ROLES = ["admin", "member"] as const
/** Wire schema of a role. */
export const UserRole = z.enum(USER_ROLES).meta({ id: "UserRole", description: "what a user may do" })
export type UserRole = z.infer<typeof UserRole>

/** A key without its value. */
export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string().describe("first characters of the value"),
    role: UserRole.describe("role of the user who made it, as it is now"),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: "ApiKey", description: "an API key without its value" })
export type ApiKey = z.infer<typeof ApiKey>

/** Makes a key for the caller. */
export const CreateKeyRequest = z
  .object({ name: boundedText(1, LIMITS.keyNameMaxCharacters).describe("descriptive label") })
  .meta({ id: "CreateKeyRequest", description: "an API key to make" })
export type CreateKeyRequest = z.infer<typeof CreateKeyRequest>

/** A new key with its value, which no later answer shows. */
export const CreateKeyResponse = ApiKey.extend({ key: z.string().describe("the value, shown this once") }).meta({
  id: "CreateKeyResponse",
  description: "a new API key with its value",
})
export type CreateKeyResponse = z.infer<typeof CreateKeyResponse>

/** The caller's keys, newest first. */
export const ListKeysResponse = z
  .object({ keys: z.array(ApiKey) })
  .meta({ id: "ListKeysResponse", description: "keys, newest first" })
export type ListKeysResponse = z.infer<typeof ListKeysResponse>

/** Answer of an act that leaves nothing to show. */
export const DoneResponse = z.object({ message: Message }).meta({ id: "DoneResponse", description: "it is done" })
export type DoneResponse = z.infer<typeof DoneResponse>

/** Path parameter of a thing with an id. */
export const IdParams = z.object({ id: boundedText(1, 100) })
export type IdParams = z.infer<typeof IdParams>
