import { MAIN_TEAMSPACE } from "../catalogue/people-stores.ts"
import type { Caller } from "./caller.ts"

/** Names the teamspace that a caller acts for: whose connected accounts are used. */
export function teamspaceKeyOf(caller: Caller): string {
  return caller.kind === "user" ? caller.teamspaceKey : MAIN_TEAMSPACE
}
