import type { Database } from "../schema/database.ts"
import type { SignInFailureStore } from "./records.ts"

/** Stores the counts of failed sign-ins, so that processes share them. */
export function createSignInFailureStore(db: Database): SignInFailureStore {
  return {
    async count(bucket, nowMs) {
      const found = db.selectFrom("sign_in_failure").select("failures").where("bucket", "=", bucket)
      return (await found.where("until_ms", ">", nowMs).executeTakeFirst())?.failures ?? 0
    },
    async add(bucket, nowMs, lapsesAtMs) {
      // One statement holds the lock for a shorter time than two in a transaction.
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
