import { isPlainName } from "./plain-name.ts"
import { z } from "zod"
import { boundedText, Cursor, Timestamp, wholeNumber } from "../limits/fields.ts"
import { UserRole } from "./keys.ts"
import { LIMITS } from "../limits/limits.ts"

/** Name for signing in. */
export const UserName = boundedText(1, 100)
  .regex(/^[^\s/@][^\s/]*$/, { error: "must not contain spaces or /, or start with @" })
  .refine(isPlainName, { error: "must not contain invisible characters or letters of several scripts" })
/** A new password. */
export const Password = boundedText(LIMITS.passwordMinCharacters, LIMITS.passwordMaxCharacters)

const EmailText = boundedText(3, 254).regex(/^[^\s@]+@[^\s@]+$/, { error: "must be an email address" })

/** An account; never contains a password or its hash. */
export const User = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    role: UserRole,
    active: z.boolean(),
    hasPassword: z.boolean().describe("false if the account can only sign in with single sign-on"),
    hasSso: z.boolean(),
    groups: z.array(z.string()),
    createdAt: Timestamp,
  })
  .meta({ id: "User", description: "an account" })
export type User = z.infer<typeof User>

/** All users, by name. */
export const ListUsersResponse = z
  .object({ users: z.array(User) })
  .meta({ id: "ListUsersResponse", description: "all users by name" })
export type ListUsersResponse = z.infer<typeof ListUsersResponse>

/** Creates an account. */
export const CreateUserRequest = z
  .object({ name: UserName, password: Password, role: UserRole, email: EmailText.optional() })
  .meta({ id: "CreateUserRequest", description: "an account to create" })
export type CreateUserRequest = z.infer<typeof CreateUserRequest>

/** Changes an account; changing your own password requires the current one. */
export const UpdateUserRequest = z
  .object({
    role: UserRole.optional(),
    active: z.boolean().optional(),
    email: EmailText.nullable().optional(),
    password: Password.optional(),
    currentPassword: boundedText(1, LIMITS.passwordMaxCharacters).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { error: "send at least one field to change" })
  .meta({ id: "UpdateUserRequest", description: "changes to an account" })
export type UpdateUserRequest = z.infer<typeof UpdateUserRequest>

/** Permissions of callers without a key. */
export const AnonymousPermissions = z
  .object({ parse: z.boolean().describe("add and refresh"), delete: z.boolean() })
  .meta({ id: "AnonymousPermissions", description: "permissions of callers without a key; all off by default" })
export type AnonymousPermissions = z.infer<typeof AnonymousPermissions>

/** Changes the permissions of callers without a key; omitted fields are unchanged. */
export const UpdatePermissionsRequest = z
  .object({ parse: z.boolean().optional(), delete: z.boolean().optional() })
  .refine((change) => Object.keys(change).length > 0, { error: "send at least one field to change" })
  .meta({ id: "UpdatePermissionsRequest", description: "changes to anonymous permissions" })
export type UpdatePermissionsRequest = z.infer<typeof UpdatePermissionsRequest>

const SettingValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** Settings by name. Secrets are masked. */
export const Settings = z
  .object({ settings: z.record(z.string(), SettingValue) })
  .meta({ id: "Settings", description: "settings by name, secrets masked" })
export type Settings = z.infer<typeof Settings>

/** Every setting of the instance, and which of them can be changed by a request. */
export const SettingsResponse = Settings.extend({
  changeable: z.array(z.string()).describe("names of the settings that can be changed at run time"),
}).meta({ id: "SettingsResponse", description: "settings by name, secrets masked" })
export type SettingsResponse = z.infer<typeof SettingsResponse>

const AuditOutcome = z.enum(["done", "refused"])

/** Query of a page of the audit log. */
export const AuditQuery = z.object({
  limit: wholeNumber(1, LIMITS.jobsPageMaxCount).default(LIMITS.jobsPageDefaultCount),
  cursor: Cursor.optional(),
  actor: boundedText(1, 100).optional().describe("only entries of this account or kind of caller"),
  action: boundedText(1, 100)
    .regex(/^[a-z.]+$/i, { error: "must contain only letters and dots" })
    .optional()
    .describe("only actions that start with this, for example `library.`"),
  outcome: AuditOutcome.optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

/** One action, or one refused attempt. */
export const AuditEntry = z
  .object({
    id: z.string(),
    at: Timestamp,
    actor: z.string().describe("user, key or anonymous"),
    action: z.string(),
    subject: z.string(),
    outcome: AuditOutcome,
    teamspaceId: z.string().nullable(),
    address: z.string().nullable().describe("address of the client, if known"),
  })
  .meta({ id: "AuditEntry", description: "an action or refused attempt of a caller" })
export type AuditEntry = z.infer<typeof AuditEntry>

/** A page of the audit log, newest first. */
export const AuditResponse = z
  .object({ entries: z.array(AuditEntry), nextCursor: z.string().nullable() })
  .meta({ id: "AuditResponse", description: "audit log, newest first" })
export type AuditResponse = z.infer<typeof AuditResponse>
