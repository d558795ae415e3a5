import type { Selectable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import type { Database } from "../schema/database.ts"
import type { DeviceSignInTable } from "../schema/device-sign-ins.ts"
import type { DeviceSignInRecord, DeviceSignInStore } from "./records.ts"

/** Stores the sign-ins of programs. */
export function createDeviceSignInStore(db: Database, clock: Clock): DeviceSignInStore {
  const current = () => db.selectFrom("device_sign_in").selectAll().where("expires_at_ms", ">", clock.now())
  return {
    async add({ deviceHash, userCode, label, expiresAtMs }) {
      await db.deleteFrom("device_sign_in").where("expires_at_ms", "<=", clock.now()).execute()
      const row = { device_hash: deviceHash, user_code: userCode, label, user_key: null, teamspace_key: null }
      await db
        .insertInto("device_sign_in")
        .values({ ...row, expires_at_ms: expiresAtMs })
        .execute()
    },
    async byUserCode(userCode) {
      const row = await current().where("user_code", "=", userCode).executeTakeFirst()
      return row && recordOf(row)
    },
    async approve(userCode, { userKey, teamspaceKey }) {
      const { numUpdatedRows } = await db
        .updateTable("device_sign_in")
        .set({ user_key: userKey, teamspace_key: teamspaceKey })
        .where("user_code", "=", userCode)
        .where("user_key", "is", null)
        .where("expires_at_ms", ">", clock.now())
        .executeTakeFirst()
      return Number(numUpdatedRows) > 0
    },
    async byDeviceHash(deviceHash) {
      const row = await current().where("device_hash", "=", deviceHash).executeTakeFirst()
      return row && recordOf(row)
    },
    async takeApproved(deviceHash) {
      const row = await db
        .deleteFrom("device_sign_in")
        .where("device_hash", "=", deviceHash)
        .where("user_key", "is not", null)
        .where("expires_at_ms", ">", clock.now())
        .returningAll()
        .executeTakeFirst()
      return row && recordOf(row)
    },
  }
}

function recordOf(row: Selectable<DeviceSignInTable>): DeviceSignInRecord {
  const { device_hash: deviceHash, user_code: userCode, label, user_key: userKey, teamspace_key: teamspaceKey } = row
  const approval = userKey === null || teamspaceKey === null ? null : { userKey, teamspaceKey }
  return { deviceHash, userCode, label, approval, expiresAtMs: row.expires_at_ms }
}
