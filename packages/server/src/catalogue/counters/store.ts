import type { Database } from "../schema/database.ts"
import { atomically } from "../engines/transactions.ts"
import type { CounterState, CounterStore } from "./records.ts"

/** Reads and raises the counters of a database. */
export function createCounterStore(db: Database): CounterStore {
  return {
    async read() {
      const rows = await db.selectFrom("counter").selectAll().execute()
      const valueOf = (name: string) => rows.find((row) => row.name === name)?.value ?? 0
      const state = (name: CounterState["name"], highest: number | null | undefined): CounterState => ({
        name,
        value: valueOf(name),
        highest: highest ?? 0,
      })
      const libraries = db.selectFrom("library").select((row) => row.fn.max("change_number").as("highest"))
      const jobs = db.selectFrom("job").select((row) => row.fn.max("sequence").as("highest"))
      const deliveries = db.selectFrom("webhook_delivery").select((row) => row.fn.max("sequence").as("highest"))
      return [
        state("library_change", (await libraries.executeTakeFirst())?.highest),
        state("job", (await jobs.executeTakeFirst())?.highest),
        state("webhook_delivery", (await deliveries.executeTakeFirst())?.highest),
      ]
    },
    raise: (name, value) =>
      atomically(db, async (inside) => {
        const insertion = inside.insertInto("counter").values({ name, value })
        await insertion.onConflict((conflict) => conflict.doNothing()).execute()
        const raised = inside.updateTable("counter").set({ value }).where("name", "=", name)
        await raised.where("value", "<", value).execute()
      }),
  }
}
