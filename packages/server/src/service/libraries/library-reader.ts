import { foldLibraryId } from "@lectern/contract"
import { setImmediate as nextTurn } from "node:timers/promises"
import { type Caller, teamspaceOf } from "../../access/identity/caller.ts"
import { judgeReading, mayKnow, type ReadingVerdict } from "../../access/visibility/judge-reading.ts"
import type { Reader } from "../../access/visibility/reader.ts"
import { factsOf, type ReadingFacts } from "../../access/visibility/reading-facts.ts"
import type { LibraryRecord, LookupOwners } from "../../catalogue/libraries/records.ts"
import { may, type ServiceContext } from "../service-context.ts"

/** What one caller gets of libraries, at the time of the request. */
export interface LibraryReader {
  readonly teamspaceKey: string | null
  /** Teamspace whose private libraries the caller may find by name; null: none. */
  readonly finderKey: string | null
  /**
   * Tells among whose libraries an identifier is looked up. What the caller may not know of is not even read, so that
   * time tells nothing of it; a moment behind other processes.
   */
  ownersOf(libraryId: string): LookupOwners
  /** Decides about a library that was read from the catalogue. */
  mayRead(library: LibraryRecord): ReadingVerdict
  /**
   * Decides about a library by its row id, without asking the catalogue; a moment behind other processes. A public
   * library that one of the caller's own stands before is hidden here: its identifier means the other one.
   */
  mayFind(key: string): ReadingVerdict
}

type Surroundings = Pick<ServiceContext, "settings" | "live" | "clock" | "catalogueSync" | "readingRules">

/** Makes ready what decides which libraries a caller gets; every use case asks it and nothing else. */
export async function readerOf(context: Surroundings, caller: Caller): Promise<LibraryReader> {
  const reader = describeReader(context, caller)
  const rules = await context.readingRules.of(reader.teamspaceKey)
  const { catalogueSync, clock } = context
  const mayFind = (key: string): ReadingVerdict => {
    const facts = catalogueSync.attributesOf(key)
    if (facts === undefined) return "hidden"
    const verdict = judgeReading(reader, rules, facts, clock.now())
    if (verdict === "hidden" || facts.teamspaceKey !== null || reader.teamspaceKey === null) return verdict
    const own = catalogueSync.attributesByName(reader.teamspaceKey, facts.foldedId)
    return own !== undefined && judgeReading(reader, rules, own, clock.now()) !== "hidden" ? "hidden" : verdict
  }
  const finderKey = reader.readsPrivate ? reader.teamspaceKey : null
  const mayKnowOf = (teamspaceKey: string | null, foldedId: string): boolean => {
    const access = catalogueSync.attributesByName(teamspaceKey, foldedId)?.access ?? null
    return mayKnow(reader, rules, { teamspaceKey, foldedId, access })
  }
  return {
    teamspaceKey: reader.teamspaceKey,
    finderKey,
    ownersOf(libraryId) {
      const foldedId = foldLibraryId(libraryId)
      const isOwnRead = finderKey !== null && mayKnowOf(finderKey, foldedId)
      return { teamspaceKey: isOwnRead ? finderKey : null, isPublicRead: mayKnowOf(null, foldedId) }
    },
    mayRead: (library) => judgeReading(reader, rules, factsOf(library), clock.now()),
    mayFind,
  }
}

/** Libraries judged before other requests get their turn: well below a millisecond. */
const JUDGED_PER_TURN = 2_000

/** Counts the libraries that a caller can find; of any number, without holding up others. */
export async function countFound(
  { catalogueSync }: Surroundings,
  reader: LibraryReader,
  isCounted: (facts: ReadingFacts) => boolean = () => true,
): Promise<number> {
  let count = 0
  let judged = 0
  for (const key of catalogueSync.listedKeys()) {
    const facts = catalogueSync.attributesOf(key)
    if (facts !== undefined && isCounted(facts) && reader.mayFind(key) === "visible") count++
    if (++judged % JUDGED_PER_TURN === 0) await nextTurn()
  }
  return count
}

function describeReader(context: Surroundings, caller: Caller): Reader {
  const isOnlyTeamspace = context.settings.LECTERN_EDITION === "self-hosted"
  const isPerson = caller.kind === "user"
  return {
    teamspaceKey: teamspaceOf(caller, context.settings),
    readsPrivate: may(context, caller, "readPrivate"),
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
