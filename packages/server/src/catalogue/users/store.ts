import { changedFields } from "../../base/changes.ts"
import type { Selectable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import type { UserRecord, UserStore } from "./records.ts"
import type { AccountTable } from "../schema/users.ts"
import type { Database } from "../schema/database.ts"
import { foldName } from "./fold-name.ts"
import { newRowKey } from "../engines/row-key.ts"
import { atomically } from "../engines/transactions.ts"

/** Stores accounts; names are unique in any letter case. */
export function createUserStore(db: Database, clock: Clock): UserStore {
  const accounts = () => db.selectFrom("account").selectAll()
  return {
    async add(user) {
      const row: Selectable<AccountTable> = {
        key: newRowKey(),
        name: user.name,
        folded_name: foldName(user.name),
        role: user.role,
        password_hash: user.passwordHash,
        must_change_password: user.mustChangePassword ? 1 : 0,
        is_active: 1,
        created_at_ms: clock.now(),
        email: user.email ?? null,
        sso_issuer: user.ssoIssuer ?? null,
        sso_subject: user.ssoSubject ?? null,
        groups: JSON.stringify(user.groups ?? []),
      }
      const insertion = db
        .insertInto("account")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
      const inserted = await insertion.returningAll().executeTakeFirst()
      return inserted && toUser(inserted)
    },
    async byKey(key) {
      const row = await accounts().where("key", "=", key).executeTakeFirst()
      return row && toUser(row)
    },
    async byName(name) {
      // Accounts from early versions may differ only in letter case, so an exact match takes precedence.
      const exact = await accounts().where("name", "=", name).executeTakeFirst()
      const row = exact ?? (await accounts().where("folded_name", "=", foldName(name)).executeTakeFirst())
      return row && toUser(row)
    },
    async bySso(issuer, subject) {
      const found = accounts().where("sso_issuer", "=", issuer).where("sso_subject", "=", subject)
      const row = await found.executeTakeFirst()
      return row && toUser(row)
    },
    async list() {
      return (await accounts().orderBy("name").execute()).map(toUser)
    },
    ...changesOf(db),
    async count() {
      const counted = db.selectFrom("account").select((count) => count.fn.countAll<number | string>().as("count"))
      return Number((await counted.executeTakeFirstOrThrow()).count)
    },
  }
}

function changesOf(db: Database): Pick<UserStore, "update" | "remove" | "setPassword"> {
  return {
    async update(key, changes) {
      const { isActive, ssoIssuer, ssoSubject, groups, ...same } = changes
      const columns = {
        ...same,
        is_active: isActive === undefined ? undefined : Number(isActive),
        sso_issuer: ssoIssuer,
        sso_subject: ssoSubject,
        groups: groups && JSON.stringify(groups),
      }
      if (changedFields(columns).length === 0) return
      await db.updateTable("account").set(columns).where("key", "=", key).execute()
    },
    remove: (key) =>
      atomically(db, async (within) => {
        await within.deleteFrom("api_key").where("user_key", "=", key).execute()
        await within.deleteFrom("session").where("user_key", "=", key).execute()
        await within.deleteFrom("membership").where("user_key", "=", key).execute()
        return (await within.deleteFrom("account").where("key", "=", key).executeTakeFirst()).numDeletedRows > 0n
      }),
    async setPassword(key, passwordHash, mustChange) {
      const password = { password_hash: passwordHash, must_change_password: mustChange ? 1 : 0 }
      await db.updateTable("account").set(password).where("key", "=", key).execute()
    },
  }
}

function toUser(row: Selectable<AccountTable>): UserRecord {
  return {
    key: row.key,
    name: row.name,
    role: row.role as UserRecord["role"],
    passwordHash: row.password_hash,
    mustChangePassword: row.must_change_password === 1,
    isActive: row.is_active === 1,
    createdAtMs: row.created_at_ms,
    email: row.email,
    ssoIssuer: row.sso_issuer,
    ssoSubject: row.sso_subject,
    // Written by this store only.
    groups: JSON.parse(row.groups) as string[],
  }
}
