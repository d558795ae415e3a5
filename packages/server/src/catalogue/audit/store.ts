import type { Selectable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import type { AuditEntryTable } from "../schema/audit.ts"
import type { AuditRecord, AuditStore } from "./records.ts"
import { newRowKey } from "../engines/row-key.ts"
import type { Database } from "../schema/database.ts"

/** Stores the audit log. */
export function createAuditStore(db: Database, clock: Clock): AuditStore {
  return {
    async add(entry) {
      const row: Selectable<AuditEntryTable> = {
        key: newRowKey(),
        at_ms: clock.now(),
        actor: entry.actor,
        actor_key: entry.actorKey,
        teamspace_key: entry.teamspaceKey,
        action: entry.action,
        subject: entry.subject,
        outcome: entry.outcome,
        address: entry.address,
      }
      await db.insertInto("audit_entry").values(row).execute()
      return toEntry(row)
    },
    async list({ teamspaceKey, actor, actionPrefix, outcome, before, limit }) {
      let found = db.selectFrom("audit_entry").selectAll()
      if (teamspaceKey !== undefined) found = found.where("teamspace_key", "=", teamspaceKey)
      if (actor !== undefined) found = found.where("actor", "=", actor)
      if (actionPrefix !== undefined) found = found.where("action", "like", `${actionPrefix}%`)
      if (outcome !== undefined) found = found.where("outcome", "=", outcome)
      if (before !== undefined) {
        found = found.where((row) =>
          row.or([
            row("at_ms", "<", before.atMs),
            row.and([row("at_ms", "=", before.atMs), row("key", "<", before.key)]),
          ]),
        )
      }
      return (await found.orderBy("at_ms", "desc").orderBy("key", "desc").limit(limit).execute()).map(toEntry)
    },
    async prune(beforeMs, limit) {
      const old = db.selectFrom("audit_entry").select("key").where("at_ms", "<", beforeMs).orderBy("at_ms").limit(limit)
      return Number((await db.deleteFrom("audit_entry").where("key", "in", old).executeTakeFirst()).numDeletedRows)
    },
  }
}

function toEntry(row: Selectable<AuditEntryTable>): AuditRecord {
  return {
    key: row.key,
    atMs: row.at_ms,
    actor: row.actor,
    actorKey: row.actor_key,
    teamspaceKey: row.teamspace_key,
    action: row.action,
    subject: row.subject,
    outcome: row.outcome as AuditRecord["outcome"],
    address: row.address,
  }
}
