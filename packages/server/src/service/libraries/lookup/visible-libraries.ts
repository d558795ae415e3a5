import { hasPermission } from "../../../access/permissions/authorize.ts"
import { DEFAULT_SUSPICIOUS_CONTENT, foldLibraryId, type SuspiciousContentPolicy } from "@lectern/contract"
import { setImmediate as nextTurn } from "node:timers/promises"
import { type Caller, teamspaceOf } from "../../../access/identity/caller.ts"
import { libraryVisibility, isDiscoverable, type Visibility } from "../../../access/visibility/library-visibility.ts"
import type { Viewer } from "../../../access/visibility/viewer.ts"
import { attributesOf, type LibraryAttributes } from "../../../access/visibility/library-attributes.ts"
import type { LibraryOutline, LookupOwners } from "../../../catalogue/libraries/records.ts"
import type { ServiceContext } from "../../service-context.ts"

/** What one caller gets of libraries, at the time of the request. */
export interface VisibleLibraries {
  readonly teamspaceKey: string | null
  /** Teamspace whose private libraries the caller may find by name; null: none. */
  readonly finderKey: string | null
  /** What happens to snippets with suspicious text. */
  readonly suspiciousContent: SuspiciousContentPolicy
  /**
   * Tells among whose libraries an identifier is looked up. What the caller may not know of is not even read, so that
   * time tells nothing of it; a moment behind other processes.
   */
  lookupOwnersOf(libraryId: string): LookupOwners
  /** Decides about a library that was read from the catalogue. */
  visibilityOf(library: LibraryOutline): Visibility
  /**
   * Decides about a library by its row id, without asking the catalogue; a moment behind other processes. A public
   * library that one of the caller's own stands before is hidden here: its identifier means the other one.
   */
  searchVisibilityOf(key: string): Visibility
}

type Surroundings = Pick<ServiceContext, "settings" | "live" | "clock" | "catalogueSync" | "visibilityRules">

/** Makes ready what decides which libraries a caller gets; every use case asks it and nothing else. */
export async function visibleLibrariesFor(context: Surroundings, caller: Caller): Promise<VisibleLibraries> {
  const reader = describeReader(context, caller)
  const rules = await context.visibilityRules.of(reader.teamspaceKey)
  const { catalogueSync, clock } = context
  const searchVisibilityOf = (key: string): Visibility => {
    const facts = catalogueSync.attributesOf(key)
    if (facts === undefined) return "hidden"
    const verdict = libraryVisibility(reader, rules, facts, clock.now())
    if (verdict === "hidden" || facts.teamspaceKey !== null || reader.teamspaceKey === null) return verdict
    const own = catalogueSync.attributesByName(reader.teamspaceKey, facts.foldedId)
    return own !== undefined && libraryVisibility(reader, rules, own, clock.now()) !== "hidden" ? "hidden" : verdict
  }
  const finderKey = reader.seesPrivate ? reader.teamspaceKey : null
  const isVisibleIn = (teamspaceKey: string | null, foldedId: string): boolean => {
    const access = catalogueSync.attributesByName(teamspaceKey, foldedId)?.access ?? null
    return isDiscoverable(reader, rules, { teamspaceKey, foldedId, access })
  }
  return {
    teamspaceKey: reader.teamspaceKey,
    finderKey,
    suspiciousContent: reader.isProgram ? DEFAULT_SUSPICIOUS_CONTENT : rules.suspiciousContent,
    lookupOwnersOf(libraryId) {
      const foldedId = foldLibraryId(libraryId)
      const isOwnRead = finderKey !== null && isVisibleIn(finderKey, foldedId)
      return { teamspaceKey: isOwnRead ? finderKey : null, isPublicRead: isVisibleIn(null, foldedId) }
    },
    visibilityOf: (library) => libraryVisibility(reader, rules, attributesOf(library), clock.now()),
    searchVisibilityOf,
  }
}

/** Libraries judged before other requests get their turn: well below a millisecond. */
const JUDGED_PER_TURN = 2_000

/** Counts the libraries that a caller can find; of any number, without holding up others. */
export async function countVisible(
  surroundings: Surroundings,
  reader: VisibleLibraries,
  isCounted: (library: LibraryAttributes) => boolean = () => true,
): Promise<number> {
  let count = 0
  await eachVisible(surroundings, reader, (library) => void (count += Number(isCounted(library))))
  return count
}

/** Calls `visit` for each library that a caller can find, with pauses in which other requests are answered. */
export async function eachVisible(
  { catalogueSync }: Surroundings,
  reader: VisibleLibraries,
  visit: (library: LibraryAttributes) => void,
): Promise<void> {
  let judged = 0
  for (const library of catalogueSync.listedLibraries()) {
    if (reader.searchVisibilityOf(library.key) === "visible") visit(library)
    if (++judged % JUDGED_PER_TURN === 0) await nextTurn()
  }
}

function describeReader(context: Surroundings, caller: Caller): Viewer {
  const isOnlyTeamspace = context.settings.LECTERN_EDITION === "self-hosted"
  const isPerson = caller.kind === "user"
  return {
    teamspaceKey: teamspaceOf(caller, context.settings),
    seesPrivate: hasPermission(context, caller, "readPrivate"),
    userKey: isPerson ? caller.userKey : null,
    groups: isPerson ? caller.groups : [],
    isAdmin: isAdminOf(caller),
    isProgram: caller.kind === "system",
    isOnlyTeamspace,
  }
}

/** Admins and owners of the caller's teamspace; the key of the instance and the program stand above them. */
function isAdminOf(caller: Caller): boolean {
  if (caller.kind === "user") return caller.teamspaceRole !== "developer"
  return caller.kind !== "anonymous"
}
