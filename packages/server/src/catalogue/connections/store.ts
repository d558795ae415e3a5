import type { Selectable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import type { ConnectionKind, ConnectionRecord, ConnectionStore } from "./records.ts"
import { createGrantStore } from "./claim.ts"
import type { ConnectionTable } from "../schema/connections.ts"
import type { Database } from "../schema/database.ts"
import { newRowKey } from "../engines/row-key.ts"

/** Stores connected accounts with encrypted tokens. */
export function createConnectionStore(db: Database, clock: Clock): ConnectionStore {
  const find: ConnectionStore["find"] = async ({ teamspaceKey, kind, siteUrl }) => {
    const ofTeamspace = db.selectFrom("connection").selectAll().where("teamspace_key", "=", teamspaceKey)
    const row = await ofTeamspace.where("kind", "=", kind).where("site_url", "=", siteUrl).executeTakeFirst()
    return row && toConnection(row)
  }
  return {
    ...createGrantStore(db),
    find,
    async byKey(key) {
      const row = await db.selectFrom("connection").selectAll().where("key", "=", key).executeTakeFirst()
      return row && toConnection(row)
    },
    async put({ teamspaceKey, kind, siteUrl, accountName, sealedToken, grant }) {
      const granted = {
        grant_key: grant ? newRowKey() : null,
        api_url: grant?.apiUrl ?? null,
        expires_at_ms: grant?.expiresAtMs ?? null,
        refused_at_ms: null,
        renewing_by: null,
        renewing_until_ms: null,
      }
      const row: Selectable<ConnectionTable> = {
        key: newRowKey(),
        teamspace_key: teamspaceKey,
        kind,
        site_url: siteUrl,
        account_name: accountName,
        sealed_token: sealedToken,
        created_at_ms: clock.now(),
        last_used_at_ms: null,
        ...granted,
      }
      // The time of the last use belongs to the previous token.
      const replaced = { account_name: accountName, sealed_token: sealedToken, last_used_at_ms: null, ...granted }
      const insertion = db.insertInto("connection").values(row)
      await insertion
        .onConflict((conflict) => conflict.columns(["teamspace_key", "kind", "site_url"]).doUpdateSet(replaced))
        .execute()
      return (await find({ teamspaceKey, kind, siteUrl })) ?? toConnection(row)
    },
    async ofTeamspace(teamspaceKey) {
      const found = db.selectFrom("connection").selectAll().where("teamspace_key", "=", teamspaceKey)
      return (await found.orderBy("kind").orderBy("site_url").execute()).map(toConnection)
    },
    async remove(teamspaceKey, key) {
      const removed = db.deleteFrom("connection").where("teamspace_key", "=", teamspaceKey).where("key", "=", key)
      return (await removed.executeTakeFirst()).numDeletedRows > 0n
    },
    async markUsed(key, atMs) {
      await db.updateTable("connection").set({ last_used_at_ms: atMs }).where("key", "=", key).execute()
    },
  }
}

function toConnection(row: Selectable<ConnectionTable>): ConnectionRecord {
  return {
    key: row.key,
    teamspaceKey: row.teamspace_key,
    kind: row.kind as ConnectionKind,
    siteUrl: row.site_url,
    accountName: row.account_name,
    sealedToken: row.sealed_token,
    grant: toGrant(row),
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
  }
}

function toGrant(row: Selectable<ConnectionTable>): ConnectionRecord["grant"] {
  const { grant_key: key, api_url: apiUrl, expires_at_ms: expiresAtMs, refused_at_ms: refusedAtMs } = row
  return key === null || apiUrl === null ? null : { key, apiUrl, expiresAtMs, refusedAtMs }
}
