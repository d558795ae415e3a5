import type { MetadataStore } from "./metadata-records.ts"
import { NOT_DELETED, toLibrary } from "./rows.ts"
import type { Database } from "../schema/database.ts"
import { atomically } from "../engines/transactions.ts"

/** Stores when host metadata is due. These changes get no change number, because no other process needs them. */
export function createMetadataStore(db: Database): MetadataStore {
  return {
    claimDue: (nowMs, { limit, leaseMs }) =>
      atomically(db, async (transaction) => {
        const due = transaction
          .selectFrom("library")
          .selectAll()
          .where("facts_due_at_ms", "<=", nowMs)
          .where("is_deleted", "=", NOT_DELETED)
          .where("published_at_ms", "is not", null)
          .orderBy("facts_due_at_ms")
          .orderBy("key")
        const rows = await due.limit(limit).execute()
        if (rows.length === 0) return []
        const keys = rows.map(({ key }) => key)
        const leased = transaction.updateTable("library").set({ facts_due_at_ms: nowMs + leaseMs })
        await leased.where("key", "in", keys).execute()
        return rows.map(toLibrary)
      }),
    async setNextRequest(key, atMs) {
      await db.updateTable("library").set({ facts_due_at_ms: atMs }).where("key", "=", key).execute()
    },
  }
}
