import { hasPermission } from "../../../access/permissions/authorize.ts"
import { DEFAULT_SUSPICIOUS_CONTENT, foldLibraryId, type SuspiciousContentPolicy } from "@lectern/contract"
import { setImmediate as nextTurn } from "node:timers/promises"
import { type Caller, teamspaceOf } from "../../../access/identity/caller.ts"
import { libraryVisibility, isDiscoverable, type Visibility } from "../../../access/visibility/library-visibility.ts"
import type { Viewer } from "../../../access/visibility/viewer.ts"
import { attributesOf, type LibraryAttributes } from "../../../access/visibility/library-attributes.ts"
import type { LibraryOutline, LookupOwners } from "../../../catalogue/libraries/records.ts"
import type { ServiceContext } from "../../service-context.ts"

/** The libraries that one caller can see, at the time of the request. */
export interface VisibleLibraries {
  readonly teamspaceKey: string | null
  /** Teamspace whose private libraries the caller can find by name; null for none. */
  readonly finderKey: string | null
  /** How snippets with suspicious text are handled. */
  readonly suspiciousContent: SuspiciousContentPolicy
  /**
   * Returns the owners whose libraries an id can refer to. Libraries that the caller cannot see are not even read, so
   * that the response time reveals nothing about them. May lag slightly behind other processes.
   */
  lookupOwnersOf(libraryId: string): LookupOwners
  /** Returns the visibility of a library that was read from the catalogue. */
  visibilityOf(library: LibraryOutline): Visibility
  /**
   * Returns the visibility of a library by its row key, without querying the catalogue; may lag slightly behind other
   * processes. A public library with the same id as a private one of the caller is hidden here, because the id refers
   * to the private one.
   */
  searchVisibilityOf(key: string): Visibility
}

type VisibilityServices = Pick<ServiceContext, "settings" | "live" | "clock" | "catalogueSync" | "visibilityRules">

/** Prepares the visibility of libraries for a caller. Every use case depends on this alone. */
export async function visibleLibrariesFor(context: VisibilityServices, caller: Caller): Promise<VisibleLibraries> {
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

/** Number of libraries that are checked before other requests get a turn, which takes well below a millisecond. */
const CHECKED_PER_TURN = 2_000

/** Counts the libraries that a caller can find, without delaying other requests, however many there are. */
export async function countVisible(
  services: VisibilityServices,
  reader: VisibleLibraries,
  isCounted: (library: LibraryAttributes) => boolean = () => true,
): Promise<number> {
  let count = 0
  await eachVisible(services, reader, (library) => void (count += Number(isCounted(library))))
  return count
}

/** Calls `visit` for each library that a caller can find, and pauses to let other requests run. */
export async function eachVisible(
  { catalogueSync }: VisibilityServices,
  reader: VisibleLibraries,
  visit: (library: LibraryAttributes) => void,
): Promise<void> {
  let judged = 0
  for (const library of catalogueSync.listedLibraries()) {
    if (reader.searchVisibilityOf(library.key) === "visible") visit(library)
    if (++judged % CHECKED_PER_TURN === 0) await nextTurn()
  }
}

function describeReader(context: VisibilityServices, caller: Caller): Viewer {
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

/**
 * Returns true for admins and owners of the caller's teamspace, and for the instance's key and the program, which rank
 * above them.
 */
function isAdminOf(caller: Caller): boolean {
  if (caller.kind === "user") return caller.teamspaceRole !== "developer"
  return caller.kind !== "anonymous"
}
