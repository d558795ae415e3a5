import type { Selectable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import type { InvitationTable } from "../schema/invitations.ts"
import type { InvitationRecord, InvitationStore } from "./records.ts"
import { newRowKey } from "../engines/row-key.ts"
import type { Database } from "../schema/database.ts"

/** Stores invitations with the hashes of their tokens. */
export function createInvitationStore(db: Database, clock: Clock): InvitationStore {
  const invitations = () => db.selectFrom("invitation").selectAll()
  return {
    async add({ tokenHash, teamspaceKey, label, role, invitedBy, expiresAtMs }) {
      const row: Selectable<InvitationTable> = {
        key: newRowKey(),
        token_hash: tokenHash,
        teamspace_key: teamspaceKey,
        label,
        role,
        invited_by: invitedBy,
        created_at_ms: clock.now(),
        expires_at_ms: expiresAtMs,
        accepted_at_ms: null,
      }
      await db.insertInto("invitation").values(row).execute()
      return toInvitation(row)
    },
    async byHash(tokenHash) {
      const row = await invitations().where("token_hash", "=", tokenHash).executeTakeFirst()
      return row && toInvitation(row)
    },
    async byKey(key) {
      const row = await invitations().where("key", "=", key).executeTakeFirst()
      return row && toInvitation(row)
    },
    async open(teamspaceKey) {
      const found = invitations().where("teamspace_key", "=", teamspaceKey).where("accepted_at_ms", "is", null)
      return (await found.orderBy("created_at_ms", "desc").orderBy("key").execute()).map(toInvitation)
    },
    async accept(key, atMs) {
      const accepted = db.updateTable("invitation").set({ accepted_at_ms: atMs }).where("key", "=", key)
      return (await accepted.where("accepted_at_ms", "is", null).executeTakeFirst()).numUpdatedRows > 0n
    },
    async remove(key) {
      return (await db.deleteFrom("invitation").where("key", "=", key).executeTakeFirst()).numDeletedRows > 0n
    },
  }
}

function toInvitation(row: Selectable<InvitationTable>): InvitationRecord {
  return {
    key: row.key,
    teamspaceKey: row.teamspace_key,
    label: row.label,
    role: row.role as InvitationRecord["role"],
    invitedBy: row.invited_by,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    acceptedAtMs: row.accepted_at_ms,
  }
}
