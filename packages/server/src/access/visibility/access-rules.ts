import type { AccessRules } from "../../catalogue/visibility-rules/records.ts"
import type { LibraryAccess } from "../../catalogue/libraries/records.ts"
import type { Viewer } from "./viewer.ts"

/** An access rule, compiled for fast checks; null grants access to everyone. */
export interface CompiledAccess {
  readonly chosen: { readonly userKeys: ReadonlySet<string>; readonly groups: ReadonlySet<string> } | null
}

/** Access rules of a teamspace that has never changed them. */
export const DEFAULT_ACCESS_RULES: AccessRules = { byDefault: "open", rules: [] }

const open: CompiledAccess = { chosen: null }
const closed: CompiledAccess = { chosen: { userKeys: new Set(), groups: new Set() } }

/** Compiles one rule. */
export function compileAccess(access: LibraryAccess): CompiledAccess {
  if (access.mode === "everyone") return open
  return { chosen: { userKeys: new Set(access.userKeys), groups: new Set(access.groups) } }
}

/** Returns true if a rule grants access to a viewer; admins always have access. */
export function grantsAccess({ chosen }: CompiledAccess, reader: Viewer): boolean {
  if (chosen === null || reader.isAdmin) return true
  if (reader.userKey !== null && chosen.userKeys.has(reader.userKey)) return true
  return reader.groups.some((group) => chosen.groups.has(group))
}

/** Returns the teamspace's rule for a library that has no rule of its own. */
export type AccessLookup = (foldedId: string) => CompiledAccess

/**
 * Compiles the access rules of a teamspace: the rule with the longest matching prefix applies, otherwise the default.
 * The time of a check grows with the number of different prefix lengths, not with the number of rules.
 */
export function compileAccessRules({ byDefault, rules }: AccessRules): AccessLookup {
  const fallback = byDefault === "open" ? open : closed
  if (rules.length === 0) return () => fallback
  const byId = new Map<string, CompiledAccess>()
  const byBeginning = new Map<string, CompiledAccess>()
  for (const { prefix, access } of rules) {
    const beginning = beginningOf(prefix)
    if (beginning === undefined) byId.set(prefix, compileAccess(access))
    else byBeginning.set(beginning, compileAccess(access))
  }
  const lengths = [...new Set([...byBeginning.keys()].map(({ length }) => length))].sort((left, right) => right - left)
  return (foldedId) => {
    const own = byId.get(foldedId)
    if (own !== undefined) return own
    for (const length of lengths) {
      const found = length <= foldedId.length ? byBeginning.get(foldedId.slice(0, length)) : undefined
      if (found !== undefined) return found
    }
    return fallback
  }
}

/** @returns undefined for a prefix that is a whole library id. */
function beginningOf(prefix: string): string | undefined {
  if (prefix.endsWith("*")) return prefix.slice(0, -1)
  return prefix.includes("/", 1) ? undefined : `${prefix}/`
}
