import type { SettingStore } from "./records.ts"
import type { Database } from "../schema/database.ts"

/** Stores small named values of the instance. */
export function createSettingStore(db: Database): SettingStore {
  return {
    async get(name) {
      const row = await db.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst()
      return row?.value
    },
    async withPrefix(prefix) {
      // The first text after all texts with this prefix.
      const end = prefix.slice(0, -1) + String.fromCodePoint((prefix.codePointAt(prefix.length - 1) ?? 0) + 1)
      const found = db.selectFrom("setting").selectAll().where("name", ">=", prefix).where("name", "<", end)
      return new Map((await found.execute()).map(({ name, value }) => [name, value]))
    },
    async set(name, value) {
      const insertion = db.insertInto("setting").values({ name, value })
      await insertion.onConflict((conflict) => conflict.column("name").doUpdateSet({ value })).execute()
    },
    async claim(name, value) {
      const insertion = db
        .insertInto("setting")
        .values({ name, value })
        .onConflict((conflict) => conflict.doNothing())
      return ((await insertion.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n
    },
  }
}
