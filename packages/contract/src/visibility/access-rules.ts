import { z } from "zod"
import { boundedText } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** Who can see a library, among the members of its teamspace: everyone, or chosen users and groups. */
const ACCESS_MODES = ["everyone", "chosen"] as const
const AccessMode = z.enum(ACCESS_MODES)

const Name = boundedText(1, LIMITS.accessNameMaxCharacters)
const Names = z.array(Name).max(LIMITS.accessNamesMaxCount)
const UserNames = Names.describe("names of accounts")
const GroupNames = Names.describe("names of groups, as the identity provider sends them")

/** Names are meaningful only with the access `chosen`. */
function areNamesFitting(given: { access: string; users?: unknown; groups?: unknown }): boolean {
  return given.access === "chosen" || (given.users === undefined && given.groups === undefined)
}
const NAMES_NEED_CHOSEN = { error: "users and groups are allowed only with access `chosen`" }

/** Who may read one library. */
export const LibraryAccess = z
  .object({
    libraryId: z.string(),
    access: z.enum(["default", ...ACCESS_MODES]).describe("default: the access rules decide"),
    users: UserNames,
    groups: GroupNames,
  })
  .meta({
    id: "LibraryAccess",
    description: "who can see a library, among the members of its teamspace; admins always can",
  })
export type LibraryAccess = z.infer<typeof LibraryAccess>

/** Sets who may read one library. */
export const UpdateLibraryAccessRequest = z
  .strictObject({
    access: z.enum(["default", ...ACCESS_MODES]),
    users: UserNames.optional(),
    groups: GroupNames.optional(),
  })
  .refine(areNamesFitting, NAMES_NEED_CHOSEN)
  .meta({ id: "UpdateLibraryAccessRequest", description: "new access of a library" })
export type UpdateLibraryAccessRequest = z.infer<typeof UpdateLibraryAccessRequest>

/** `/owner/repo`, `/owner` for all its libraries, or a prefix that ends in `*`. */
const AccessPrefix = boundedText(1, LIMITS.libraryIdMaxCharacters).regex(
  /^\/[^/\s*]+(\/[^/\s*]+)?$|^\/[^/\s*]*(\/[^/\s*]*)?\*$/,
  { error: "must be /owner/repo, /owner, or a prefix that ends in *" },
)

/** A rule for all libraries whose identifier starts with the prefix. */
export const AccessRule = z
  .object({ prefix: z.string(), access: AccessMode, users: UserNames, groups: GroupNames })
  .meta({ id: "AccessRule", description: "access of the libraries whose identifier starts with a prefix" })
export type AccessRule = z.infer<typeof AccessRule>

/** Who may read libraries without their own access setting. */
export const AccessRules = z
  .object({
    default: z.enum(["open", "closed"]).describe("closed: only admins may read libraries without a matching rule"),
    rules: z.array(AccessRule).describe("by prefix; the longest matching prefix applies"),
  })
  .meta({ id: "AccessRules", description: "access of libraries without their own setting" })
export type AccessRules = z.infer<typeof AccessRules>

const NewAccessRule = z
  .strictObject({
    prefix: AccessPrefix,
    access: AccessMode,
    users: UserNames.optional(),
    groups: GroupNames.optional(),
  })
  .refine(areNamesFitting, NAMES_NEED_CHOSEN)

/** Changes access rules; omitted fields are unchanged. */
export const UpdateAccessRulesRequest = z
  .strictObject({
    default: z.enum(["open", "closed"]).optional(),
    set: z
      .array(NewAccessRule)
      .max(LIMITS.accessRulesMaxCount)
      .optional()
      .describe("replaces the rules with these prefixes"),
    remove: z
      .array(AccessPrefix)
      .max(LIMITS.accessRulesMaxCount)
      .optional()
      .describe("prefixes of the rules to remove"),
  })
  .refine((change) => Object.keys(change).length > 0, { error: "send at least one of default, set and remove" })
  .meta({ id: "UpdateAccessRulesRequest", description: "changes to access rules; omitted fields are unchanged" })
export type UpdateAccessRulesRequest = z.infer<typeof UpdateAccessRulesRequest>
