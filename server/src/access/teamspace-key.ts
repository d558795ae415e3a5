import type { Caller } from "./caller.ts"

/** Key of the one teamspace of the self-hosted edition. */
export const BUILT_IN_TEAMSPACE_KEY = "main"

/** Names the teamspace that a caller acts for: whose connected accounts are used. */
export function teamspaceKeyOf(_caller: Caller): string {
  return BUILT_IN_TEAMSPACE_KEY
}
