import { z } from "zod"
import { boundedText, Message, shownLine, Timestamp } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** Prefix of every API key. */
export const API_KEY_PREFIX = "lectern_"

/**
 * Headers besides `Authorization` that can contain a key, in the order in which they are checked. Header names are
 * case-insensitive.
 */
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
export const UserRole = z.enum(USER_ROLES).meta({ id: "UserRole", description: "role of an account" })
export type UserRole = z.infer<typeof UserRole>

/** The part of a key by which its owner recognises it. */
export const KeyHint = z.string().describe("first characters of the key, after its prefix")

/** A key without its value. */
export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: KeyHint,
    role: UserRole.describe("current role of the account that created it"),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: "ApiKey", description: "an API key without its value" })
export type ApiKey = z.infer<typeof ApiKey>

/** Creates a key for the caller. */
export const CreateKeyRequest = z
  .object({ name: shownLine(LIMITS.keyNameMaxCharacters).describe("descriptive label") })
  .meta({ id: "CreateKeyRequest", description: "an API key to create" })
export type CreateKeyRequest = z.infer<typeof CreateKeyRequest>

/** A new key with its value, which is returned only once. */
export const CreateKeyResponse = ApiKey.extend({ key: z.string().describe("the value, shown only once") }).meta({
  id: "CreateKeyResponse",
  description: "a new API key with its value",
})
export type CreateKeyResponse = z.infer<typeof CreateKeyResponse>

/** The caller's keys, newest first. */
export const ListKeysResponse = z
  .object({ keys: z.array(ApiKey) })
  .meta({ id: "ListKeysResponse", description: "keys, newest first" })
export type ListKeysResponse = z.infer<typeof ListKeysResponse>

/** Response of an action without a result. */
export const DoneResponse = z.object({ message: Message }).meta({ id: "DoneResponse", description: "success" })
export type DoneResponse = z.infer<typeof DoneResponse>

/** Path parameter with an id. */
export const IdParams = z.object({ id: boundedText(1, 100) })
export type IdParams = z.infer<typeof IdParams>
