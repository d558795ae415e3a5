import type { User } from "@lectern/contract"
import type { UserRecord } from "../../catalogue/users/records.ts"
import { timestamp } from "../../base/timestamp.ts"

/** Describes an account without secrets. */
export function describeUser(user: UserRecord): User {
  return {
    id: user.key,
    name: user.name,
    email: user.email,
    role: user.role,
    active: user.isActive,
    hasPassword: user.passwordHash !== "",
    hasSso: user.ssoSubject !== null,
    groups: [...user.groups],
    createdAt: timestamp(user.createdAtMs),
  }
}
