import type { UserCaller } from "./caller.ts"

/** Creates a member of a self-hosted instance with a key; every field can be overridden. */
export function aUserCaller(given: Partial<UserCaller> = {}): UserCaller {
  return {
    kind: "user",
    userKey: "u1",
    name: "admin",
    role: "member",
    mustChangePassword: false,
    teamspaceKey: "main",
    teamspaceRole: "developer",
    plan: null,
    groups: [],
    via: "key",
    keyKey: "k1",
    ...given,
  }
}
