import type { Catalogue } from "../../catalogue/catalogue.ts"
import { type CompiledRules, compileRules, NO_RULES } from "./library-visibility.ts"

/** Teamspaces whose rules are kept ready; the one asked for longest ago goes first. */
const MAX_TEAMSPACES = 1_000
const BATCH_SIZE = 500

/** The reading rules of teamspaces, compiled once per change. */
export interface ReadingRulesCache {
  /** Gives the rules of a teamspace; none for null. */
  of(teamspaceKey: string | null): Promise<CompiledRules>
  /** Forgets rules that were changed since the last call, by this process or another. */
  catchUp(): Promise<void>
}

/** Makes a cache; it is as fresh as its last `catchUp`. */
export function createReadingRulesCache(catalogue: Pick<Catalogue, "visibilityRules">): ReadingRulesCache {
  const compiledByTeamspace = new Map<string, Promise<CompiledRules>>()
  let lastChangeNumber = 0

  async function load(teamspaceKey: string): Promise<CompiledRules> {
    const stored = await catalogue.visibilityRules.of(teamspaceKey)
    return stored === undefined ? NO_RULES : compileRules(stored)
  }

  return {
    of(teamspaceKey) {
      if (teamspaceKey === null) return Promise.resolve(NO_RULES)
      const known = compiledByTeamspace.get(teamspaceKey)
      compiledByTeamspace.delete(teamspaceKey)
      const compiled = known ?? load(teamspaceKey)
      compiledByTeamspace.set(teamspaceKey, compiled)
      const [oldest] = compiledByTeamspace.keys()
      if (compiledByTeamspace.size > MAX_TEAMSPACES && oldest !== undefined) compiledByTeamspace.delete(oldest)
      // What could not be loaded is tried again by the next one.
      if (known === undefined) compiled.catch(() => compiledByTeamspace.delete(teamspaceKey))
      return compiled
    },
    async catchUp() {
      for (;;) {
        const changed = await catalogue.visibilityRules.changedSince(lastChangeNumber, BATCH_SIZE)
        for (const { teamspaceKey, changeNumber } of changed) {
          compiledByTeamspace.delete(teamspaceKey)
          lastChangeNumber = Math.max(lastChangeNumber, changeNumber)
        }
        if (changed.length < BATCH_SIZE) return
      }
    },
  }
}
