import type { AccessRules } from "../../catalogue/visibility-rules/records.ts"
import type { LibraryAccess } from "../../catalogue/libraries/records.ts"
import type { Viewer } from "./viewer.ts"

/** An access rule, ready to be asked; null lets everyone in. */
export interface CompiledAccess {
  readonly chosen: { readonly userKeys: ReadonlySet<string>; readonly groups: ReadonlySet<string> } | null
}

/** What a teamspace has before anyone changes it. */
export const DEFAULT_ACCESS_RULES: AccessRules = { byDefault: "open", rules: [] }

const open: CompiledAccess = { chosen: null }
const closed: CompiledAccess = { chosen: { userKeys: new Set(), groups: new Set() } }

/** Prepares one rule for asking. */
export function compileAccess(access: LibraryAccess): CompiledAccess {
  if (access.mode === "everyone") return open
  return { chosen: { userKeys: new Set(access.userKeys), groups: new Set(access.groups) } }
}

/** Tells whether a rule lets a reader in; admins always come in. */
export function grantsAccess({ chosen }: CompiledAccess, reader: Viewer): boolean {
  if (chosen === null || reader.isAdmin) return true
  if (reader.userKey !== null && chosen.userKeys.has(reader.userKey)) return true
  return reader.groups.some((group) => chosen.groups.has(group))
}

/** Finds the rule of a teamspace for a library that has none of its own. */
export type AccessLookup = (foldedId: string) => CompiledAccess

/**
 * Prepares the access rules of a teamspace for asking: the rule with the longest prefix counts, then the default.
 *
 * Time grows with the number of different prefix lengths, not with the number of rules.
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

/** @returns undefined for the prefix that is a whole identifier. */
function beginningOf(prefix: string): string | undefined {
  if (prefix.endsWith("*")) return prefix.slice(0, -1)
  return prefix.includes("/", 1) ? undefined : `${prefix}/`
}
