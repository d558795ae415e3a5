import type { Selectable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import type { SessionTable } from "../people/people-schema.ts"
import type { SessionRecord, SessionStore, SignInFailureStore } from "../people/people-stores.ts"
import { newRowKey } from "../row-key.ts"
import type { Database } from "../schema.ts"

/** Keeps sessions, by the hashes of their tokens, in a database. */
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

/** Counts failed sign-ins in a database, so that processes share the counts. */
export function createSignInFailureStore(db: Database): SignInFailureStore {
  return {
    async count(bucket, nowMs) {
      const found = db.selectFrom("sign_in_failure").select("failures").where("bucket", "=", bucket)
      return (await found.where("until_ms", ">", nowMs).executeTakeFirst())?.failures ?? 0
    },
    async add(bucket, nowMs, lapsesAtMs) {
      // Two statements in one transaction would do the same; one keeps the lock shorter.
      const row = await db
        .insertInto("sign_in_failure")
        .values({ bucket, failures: 1, until_ms: lapsesAtMs })
        .onConflict((conflict) =>
          conflict.column("bucket").doUpdateSet((old) => ({
            failures: old
              .case()
              .when("sign_in_failure.until_ms", ">", nowMs)
              .then(old("sign_in_failure.failures", "+", 1))
              .else(1)
              .end(),
            until_ms: old
              .case()
              .when("sign_in_failure.until_ms", ">", nowMs)
              .then(old.ref("sign_in_failure.until_ms"))
              .else(lapsesAtMs)
              .end(),
          })),
        )
        .returning("failures")
        .executeTakeFirstOrThrow()
      return row.failures
    },
    async clear(bucket) {
      await db.deleteFrom("sign_in_failure").where("bucket", "=", bucket).execute()
    },
    async prune(nowMs) {
      await db.deleteFrom("sign_in_failure").where("until_ms", "<=", nowMs).execute()
    },
  }
}
