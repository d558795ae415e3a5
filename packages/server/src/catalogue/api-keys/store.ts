import type { Selectable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import type { ApiKeyRecord, ApiKeyStore } from "./records.ts"
import type { ApiKeyTable } from "../schema/api-keys.ts"
import type { Database } from "../schema/database.ts"
import { newRowKey } from "../engines/row-key.ts"

/** Stores API keys as hashes. */
export function createApiKeyStore(db: Database, clock: Clock): ApiKeyStore {
  return {
    async add(apiKey) {
      const row: Selectable<ApiKeyTable> = {
        key: newRowKey(),
        user_key: apiKey.userKey,
        teamspace_key: apiKey.teamspaceKey,
        label: apiKey.label,
        key_hash: apiKey.keyHash,
        hint: apiKey.hint,
        created_at_ms: clock.now(),
        last_used_at_ms: null,
        revoked_at_ms: null,
      }
      await db.insertInto("api_key").values(row).execute()
      return toApiKey(row)
    },
    async byHash(keyHash) {
      const found = db.selectFrom("api_key").selectAll().where("key_hash", "=", keyHash)
      const row = await found.where("revoked_at_ms", "is", null).executeTakeFirst()
      return row && toApiKey(row)
    },
    async ofUser(userKey) {
      const found = db.selectFrom("api_key").selectAll().where("user_key", "=", userKey)
      return (await found.orderBy("created_at_ms").orderBy("key").execute()).map(toApiKey)
    },
    async revoke(key) {
      const revoked = db.updateTable("api_key").set({ revoked_at_ms: clock.now() }).where("key", "=", key)
      return (await revoked.where("revoked_at_ms", "is", null).executeTakeFirst()).numUpdatedRows > 0n
    },
    async revokeOfUser(userKey, teamspaceKey) {
      let living = db.updateTable("api_key").set({ revoked_at_ms: clock.now() }).where("user_key", "=", userKey)
      if (teamspaceKey !== undefined) living = living.where("teamspace_key", "=", teamspaceKey)
      await living.where("revoked_at_ms", "is", null).execute()
    },
    async markUsed(key, atMs) {
      await db.updateTable("api_key").set({ last_used_at_ms: atMs }).where("key", "=", key).execute()
    },
  }
}

function toApiKey(row: Selectable<ApiKeyTable>): ApiKeyRecord {
  return {
    key: row.key,
    userKey: row.user_key,
    teamspaceKey: row.teamspace_key,
    label: row.label,
    keyHash: row.key_hash,
    hint: row.hint,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
    revokedAtMs: row.revoked_at_ms,
  }
}
