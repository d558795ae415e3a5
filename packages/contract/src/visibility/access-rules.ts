import { z } from "zod"
import { boundedText } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** Who may read a library of those who could: everyone, or chosen users and groups. */
const ACCESS_MODES = ["everyone", "chosen"] as const
const AccessMode = z.enum(ACCESS_MODES)

const Name = boundedText(1, LIMITS.accessNameMaxCharacters)
const Names = z.array(Name).max(LIMITS.accessNamesMaxCount)
const UserNames = Names.describe("names of accounts")
const GroupNames = Names.describe("names of groups, as the sign-in provider gives them")

/** Names say something only where they choose. */
function areNamesFitting(given: { access: string; users?: unknown; groups?: unknown }): boolean {
  return given.access === "chosen" || (given.users === undefined && given.groups === undefined)
}
const NAMES_NEED_CHOSEN = { error: "users and groups are given with access chosen only" }

/** Who may read one library. */
export const LibraryAccess = z
  .object({
    libraryId: z.string(),
    access: z.enum(["default", ...ACCESS_MODES]).describe("default: the access rules decide"),
    users: UserNames,
    groups: GroupNames,
  })
  .meta({ id: "LibraryAccess", description: "who may read a library of those who could; admins always may" })
export type LibraryAccess = z.infer<typeof LibraryAccess>

/** Sets who may read one library. */
export const UpdateLibraryAccessRequest = z
  .strictObject({
    access: z.enum(["default", ...ACCESS_MODES]),
    users: UserNames.optional(),
    groups: GroupNames.optional(),
  })
  .refine(areNamesFitting, NAMES_NEED_CHOSEN)
  .meta({ id: "UpdateLibraryAccessRequest", description: "who may read a library from now on" })
export type UpdateLibraryAccessRequest = z.infer<typeof UpdateLibraryAccessRequest>

/** `/owner/repo`, `/owner` for everything below it, or a beginning that ends in `*`. */
const AccessPrefix = boundedText(1, LIMITS.libraryIdMaxCharacters).regex(
  /^\/[^/\s*]+(\/[^/\s*]+)?$|^\/[^/\s*]*(\/[^/\s*]*)?\*$/,
)

/** A rule for all libraries whose identifier begins so. */
export const AccessRule = z
  .object({ prefix: z.string(), access: AccessMode, users: UserNames, groups: GroupNames })
  .meta({ id: "AccessRule", description: "who may read the libraries whose identifier begins so" })
export type AccessRule = z.infer<typeof AccessRule>

/** Who may read the libraries that have no access of their own. */
export const AccessRules = z
  .object({
    default: z.enum(["open", "closed"]).describe("closed: only admins may read what no rule opens"),
    rules: z.array(AccessRule).describe("by prefix; the longest that fits a library counts"),
  })
  .meta({ id: "AccessRules", description: "who may read libraries that have no access of their own" })
export type AccessRules = z.infer<typeof AccessRules>

const NewAccessRule = z
  .strictObject({
    prefix: AccessPrefix,
    access: AccessMode,
    users: UserNames.optional(),
    groups: GroupNames.optional(),
  })
  .refine(areNamesFitting, NAMES_NEED_CHOSEN)

/** Changes access rules: what is left out stays. */
export const UpdateAccessRulesRequest = z
  .strictObject({
    default: z.enum(["open", "closed"]).optional(),
    set: z.array(NewAccessRule).max(LIMITS.accessRulesMaxCount).optional().describe("replaces rules of these prefixes"),
    remove: z.array(AccessPrefix).max(LIMITS.accessRulesMaxCount).optional().describe("prefixes"),
  })
  .refine((change) => Object.keys(change).length > 0, { error: "give at least one of default, set and remove" })
  .meta({ id: "UpdateAccessRulesRequest", description: "a change of access rules: what is left out stays" })
export type UpdateAccessRulesRequest = z.infer<typeof UpdateAccessRulesRequest>
