import type { Database } from "../schema/database.ts"
import type { GrantStore, Renewal } from "./records.ts"

/** Stores which process renews the token of a connection. */
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
      // The token is stored even if another process holds the claim by now, because the service accepts only the newest
      // token.
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
