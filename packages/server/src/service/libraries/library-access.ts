import {
  LIMITS,
  type AccessRules,
  type LibraryAccess,
  type UpdateAccessRulesRequest,
  type UpdateLibraryAccessRequest,
} from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { Forbidden } from "../../access/errors.ts"
import { DEFAULT_ACCESS_RULES } from "../../access/visibility/access-rules.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { AccessRule, AccessRules as StoredAccessRules } from "../../catalogue/visibility-rules/records.ts"
import type { LibraryRecord } from "../../catalogue/libraries/records.ts"
import { readPeople, type People, type WireAccess } from "./access-people.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { assertNotMoved, findManagedLibrary } from "./lookup/find-library.ts"
import { ownTeamspaceOf } from "./lookup/ownership.ts"
import { DEFAULT_VISIBILITY_RULES } from "../teamspaces/policies.ts"
import type { LibraryServices } from "./library-services.ts"

/**
 * Returns who can see a library. @throws {LibraryMissing} @throws {Forbidden} for a library that belongs to no
 * teamspace.
 */
export async function readLibraryAccess(
  context: LibraryServices,
  caller: Authorized<"manageLibraryAccess">,
  request: { readonly libraryId: string },
): Promise<LibraryAccess> {
  const library = await findRuled(context, caller, request.libraryId)
  const people = await readPeople(context, ownTeamspaceOf(context, caller))
  return describeLibraryAccess(library, people)
}

/**
 * Sets who can see a library. The change takes effect at once here, and within a second in other processes.
 *
 * @throws {LibraryMissing} @throws {Forbidden} for a library that belongs to no teamspace. @throws {InvalidInput} for
 *   an unknown account.
 */
export async function updateLibraryAccess(
  context: LibraryServices,
  caller: Authorized<"manageLibraryAccess">,
  { libraryId, ...change }: UpdateLibraryAccessRequest & { readonly libraryId: string },
): Promise<LibraryAccess> {
  const library = await findRuled(context, caller, libraryId)
  const people = await readPeople(context, ownTeamspaceOf(context, caller))
  const { access: mode } = change
  const access = mode === "default" ? null : people.toStored({ ...change, access: mode })
  await context.catalogue.libraries.update(library.key, { access })
  await recordAuditEntry(context, caller, {
    action: "access.change",
    subject: `${library.id} ${JSON.stringify(change)}`,
  })
  await context.catalogueSync.catchUp()
  return describeLibraryAccess({ ...library, access }, people)
}

/**
 * Finds a library whose access the caller's teamspace decides: its own libraries, or all of them if it is the only
 * teamspace.
 */
async function findRuled(context: LibraryServices, caller: Caller, libraryId: string): Promise<LibraryRecord> {
  const library = await findManagedLibrary(context, caller, libraryId)
  assertNotMoved(library)
  if (!library.isPrivate && context.settings.LECTERN_EDITION === "hosted") {
    throw new Forbidden(
      `cannot set access rules: ${library.id} is public and belongs to no teamspace. Use policies instead`,
    )
  }
  return library
}

function describeLibraryAccess(library: LibraryRecord, people: People): LibraryAccess {
  const access: WireAccess | undefined = library.access === null ? undefined : people.toWire(library.access)
  return { libraryId: library.id, ...(access ?? { access: "default", users: [], groups: [] }) }
}

/** Returns who can see the libraries of the teamspace that have no access rule of their own. @throws {TeamMissing} */
export async function readAccessRules(
  context: LibraryServices,
  caller: Authorized<"manageLibraryAccess">,
): Promise<AccessRules> {
  const teamspaceKey = ownTeamspaceOf(context, caller)
  const stored = await context.catalogue.visibilityRules.of(teamspaceKey)
  return describeRules(stored?.accessRules ?? DEFAULT_ACCESS_RULES, await readPeople(context, teamspaceKey))
}

/**
 * Changes the access rules of the caller's teamspace; omitted fields keep their values.
 *
 * @throws {TeamMissing} @throws {InvalidInput} for an unknown account, or if there would be too many rules.
 */
export async function updateAccessRules(
  context: LibraryServices,
  caller: Authorized<"manageLibraryAccess">,
  request: UpdateAccessRulesRequest,
): Promise<AccessRules> {
  const teamspaceKey = ownTeamspaceOf(context, caller)
  const people = await readPeople(context, teamspaceKey)
  const set = (request.set ?? []).map(({ prefix, ...access }) => ({
    prefix: prefix.toLowerCase(),
    access: people.toStored(access),
  }))
  const remove = (request.remove ?? []).map((prefix) => prefix.toLowerCase())
  const { accessRules } = await context.catalogue.visibilityRules.change(
    teamspaceKey,
    DEFAULT_VISIBILITY_RULES,
    (stored) => ({
      ...stored,
      accessRules: changeRules(stored.accessRules, { byDefault: request.default, set, remove }),
    }),
  )
  await recordAuditEntry(context, caller, { action: "access.change", subject: JSON.stringify(request) })
  await context.catalogueSync.catchUp()
  return describeRules(accessRules, people)
}

interface RulesChange {
  readonly byDefault: StoredAccessRules["byDefault"] | undefined
  readonly set: readonly AccessRule[]
  readonly remove: readonly string[]
}

function changeRules(stored: StoredAccessRules, { byDefault, set, remove }: RulesChange): StoredAccessRules {
  const ruleByPrefix = new Map(stored.rules.map((rule) => [rule.prefix, rule]))
  for (const prefix of remove) ruleByPrefix.delete(prefix)
  for (const rule of set) ruleByPrefix.set(rule.prefix, rule)
  if (ruleByPrefix.size > LIMITS.accessRulesMaxCount) {
    throw new InvalidInput(
      `set: too many rules, ${ruleByPrefix.size} after this change. At most ${LIMITS.accessRulesMaxCount} are allowed`,
    )
  }
  const rules = [...ruleByPrefix.values()]
  const nameCount = rules.reduce((count, rule) => count + countNames(rule), 0)
  if (nameCount > LIMITS.accessRulesMaxNames) {
    throw new InvalidInput(
      `set: too many users and groups, ${nameCount} after this change. At most ${LIMITS.accessRulesMaxNames} are allowed; use groups instead of users`,
    )
  }
  return { byDefault: byDefault ?? stored.byDefault, rules }
}

function countNames({ access }: AccessRule): number {
  return access.mode === "chosen" ? access.userKeys.length + access.groups.length : 0
}

function describeRules({ byDefault, rules }: StoredAccessRules, people: People): AccessRules {
  const described = rules.map(({ prefix, access }) => ({ prefix, ...people.toWire(access) }))
  return { default: byDefault, rules: described.sort((left, right) => (left.prefix < right.prefix ? -1 : 1)) }
}
