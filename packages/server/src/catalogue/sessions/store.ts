import type { Selectable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import type { SessionTable } from "../schema/sessions.ts"
import type { SessionRecord, SessionStore } from "./records.ts"
import { newRowKey } from "../engines/row-key.ts"
import type { Database } from "../schema/database.ts"

/** Stores sessions with the hashes of their tokens. */
export function createSessionStore(db: Database, clock: Clock): SessionStore {
  return {
    async add({ tokenHash, userKey, teamspaceKey, signedInWith, endsAtMs }) {
      const nowMs = clock.now()
      const row: Selectable<SessionTable> = {
        key: newRowKey(),
        token_hash: tokenHash,
        user_key: userKey,
        teamspace_key: teamspaceKey,
        signed_in_with: signedInWith,
        created_at_ms: nowMs,
        last_seen_at_ms: nowMs,
        ends_at_ms: endsAtMs,
      }
      await db.insertInto("session").values(row).execute()
      return toSession(row)
    },
    async byHash(tokenHash) {
      const row = await db.selectFrom("session").selectAll().where("token_hash", "=", tokenHash).executeTakeFirst()
      return row && toSession(row)
    },
    async markSeen(key, atMs) {
      await db.updateTable("session").set({ last_seen_at_ms: atMs }).where("key", "=", key).execute()
    },
    async remove(key) {
      return (await db.deleteFrom("session").where("key", "=", key).executeTakeFirst()).numDeletedRows > 0n
    },
    async removeOfUser(userKey, exceptKey = "") {
      await db.deleteFrom("session").where("user_key", "=", userKey).where("key", "!=", exceptKey).execute()
    },
    async prune(endedBeforeMs, unseenSinceMs) {
      const over = db
        .deleteFrom("session")
        .where((row) => row.or([row("ends_at_ms", "<=", endedBeforeMs), row("last_seen_at_ms", "<", unseenSinceMs)]))
      return Number((await over.executeTakeFirst()).numDeletedRows)
    },
  }
}

function toSession(row: Selectable<SessionTable>): SessionRecord {
  return {
    key: row.key,
    userKey: row.user_key,
    teamspaceKey: row.teamspace_key,
    signedInWith: row.signed_in_with as SessionRecord["signedInWith"],
    createdAtMs: row.created_at_ms,
    lastSeenAtMs: row.last_seen_at_ms,
    endsAtMs: row.ends_at_ms,
  }
}
