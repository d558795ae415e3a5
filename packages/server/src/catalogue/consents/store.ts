import type { Selectable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import type { ConsentRecord, ConsentStore } from "./records.ts"
import type { ConnectionKind } from "../connections/records.ts"
import type { ConsentTable } from "../schema/consents.ts"
import type { Database } from "../schema/database.ts"

/** Stores started consents. */
export function createConsentStore(db: Database, clock: Clock): ConsentStore {
  return {
    async add({ ticketHash, teamspaceKey, userKey, via, viaKey, kind, siteUrl, expiresAtMs }) {
      await db.deleteFrom("consent").where("expires_at_ms", "<=", clock.now()).execute()
      const row: Selectable<ConsentTable> = {
        ticket_hash: ticketHash,
        teamspace_key: teamspaceKey,
        user_key: userKey,
        via,
        via_key: viaKey,
        kind,
        site_url: siteUrl,
        expires_at_ms: expiresAtMs,
      }
      await db.insertInto("consent").values(row).execute()
    },
    async find(ticketHash) {
      const found = db.selectFrom("consent").selectAll().where("ticket_hash", "=", ticketHash)
      const row = await found.where("expires_at_ms", ">", clock.now()).executeTakeFirst()
      return row && toConsent(row)
    },
    async take(ticketHash) {
      const taken = db.deleteFrom("consent").where("ticket_hash", "=", ticketHash)
      const row = await taken.where("expires_at_ms", ">", clock.now()).returningAll().executeTakeFirst()
      return row && toConsent(row)
    },
  }
}

function toConsent(row: Selectable<ConsentTable>): ConsentRecord {
  return {
    ticketHash: row.ticket_hash,
    teamspaceKey: row.teamspace_key,
    userKey: row.user_key,
    via: row.via as ConsentRecord["via"],
    viaKey: row.via_key,
    kind: row.kind as ConnectionKind,
    siteUrl: row.site_url,
    expiresAtMs: row.expires_at_ms,
  }
}
