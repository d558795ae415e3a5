import { LRUCache } from "lru-cache"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { VisibilityRules } from "../../catalogue/visibility-rules/records.ts"
import type { DedicatedHosts } from "../../config/dedicated-hosts.ts"
import { type CompiledVisibilityRules, compileVisibilityRules, NO_VISIBILITY_RULES } from "./library-visibility.ts"

/** Teamspaces whose rules are cached; the least recently used is evicted first. */
const MAX_TEAMSPACES = 1_000
const BATCH_SIZE = 500

/** The visibility rules of teamspaces, compiled once per change. */
export interface VisibilityRulesCache {
  /** Returns the rules of a teamspace; for null, those that hide nothing. */
  of(teamspaceKey: string | null): Promise<CompiledVisibilityRules>
  /** Compiles rules that are not stored. */
  compile(rules: VisibilityRules): CompiledVisibilityRules
  /** Evicts rules that any process has changed since the last call. */
  catchUp(): Promise<void>
}

/** Creates a cache; it is as fresh as its last `catchUp`. */
export function createVisibilityRulesCache(
  catalogue: Pick<Catalogue, "visibilityRules">,
  dedicatedHosts: DedicatedHosts,
): VisibilityRulesCache {
  const compiledByTeamspace = new LRUCache<string, Promise<CompiledVisibilityRules>>({ max: MAX_TEAMSPACES })
  let lastChangeNumber = 0

  async function load(teamspaceKey: string): Promise<CompiledVisibilityRules> {
    const stored = await catalogue.visibilityRules.of(teamspaceKey)
    return stored === undefined ? NO_VISIBILITY_RULES : compileVisibilityRules(stored, dedicatedHosts)
  }

  return {
    of(teamspaceKey) {
      if (teamspaceKey === null) return Promise.resolve(NO_VISIBILITY_RULES)
      const known = compiledByTeamspace.get(teamspaceKey)
      if (known !== undefined) return known
      const compiled = load(teamspaceKey)
      compiledByTeamspace.set(teamspaceKey, compiled)
      // A failed load is retried by the next call.
      compiled.catch(() => compiledByTeamspace.delete(teamspaceKey))
      return compiled
    },
    compile: (rules) => compileVisibilityRules(rules, dedicatedHosts),
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
