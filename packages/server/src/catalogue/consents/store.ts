import type { Selectable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import type { ConsentRecord, ConsentStore, GrantStore, Renewal } from "./records.ts"
import type { ConnectionKind } from "../records.ts"
import type { ConsentTable, Database } from "../schema.ts"

/** Keeps consents that are under way in a database. */
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

/** Keeps who renews the token of which connection in a database. */
export function createGrantStore(db: Database): GrantStore {
  const ofGrant = ({ key, grantKey }: Pick<Renewal, "key" | "grantKey">) =>
    db.updateTable("connection").where("key", "=", key).where("grant_key", "=", grantKey)
  const nobody = { renewing_by: null, renewing_until_ms: null }
  return {
    async claimRenewal(renewal, nowMs, untilMs) {
      const claim = ofGrant(renewal).set({ renewing_by: renewal.by, renewing_until_ms: untilMs })
      const free = claim
        .where("refused_at_ms", "is", null)
        .where((row) => row.or([row("renewing_until_ms", "is", null), row("renewing_until_ms", "<=", nowMs)]))
      return (await free.executeTakeFirst()).numUpdatedRows > 0n
    },
    async keepRenewed(renewal, { sealedToken, expiresAtMs }) {
      // Whoever renews now: the newest token is the one that the service takes.
      const kept = ofGrant(renewal).set({ sealed_token: sealedToken, expires_at_ms: expiresAtMs, ...nobody })
      return (await kept.executeTakeFirst()).numUpdatedRows > 0n
    },
    async refuse(grant, atMs) {
      const refused = ofGrant(grant)
        .set({ refused_at_ms: atMs, ...nobody })
        .where("refused_at_ms", "is", null)
      return (await refused.executeTakeFirst()).numUpdatedRows > 0n
    },
    async release(renewal) {
      await ofGrant(renewal).set(nobody).where("renewing_by", "=", renewal.by).execute()
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
