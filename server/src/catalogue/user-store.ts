import type { Selectable } from "kysely"
import type { Clock } from "../base/clock.ts"
import type { UserStore } from "./catalogue.ts"
import type { UserRecord } from "./records.ts"
import { newRowKey } from "./row-key.ts"
import type { AccountTable, Database } from "./schema.ts"

/** Keeps the people of the instance in a database; names are unique, letter case counts. */
export function createUserStore(db: Database, clock: Clock): UserStore {
  const accounts = () => db.selectFrom("account").selectAll()
  return {
    async add(user) {
      const row: Selectable<AccountTable> = {
        key: newRowKey(),
        name: user.name,
        role: user.role,
        password_hash: user.passwordHash,
        must_change_password: user.mustChangePassword ? 1 : 0,
        is_active: 1,
        created_at_ms: clock.now(),
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
      const row = await accounts().where("name", "=", name).executeTakeFirst()
      return row && toUser(row)
    },
    async count() {
      const counted = db.selectFrom("account").select((count) => count.fn.countAll<number | string>().as("count"))
      return Number((await counted.executeTakeFirstOrThrow()).count)
    },
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
  }
}
