import { DEFAULT_SUSPICIOUS_CONTENT } from "@lectern/contract"
import type { Selectable } from "kysely"
import type { VisibilityRules, VisibilityRulesRecord, VisibilityRulesStore } from "./records.ts"
import type { Database } from "../schema/database.ts"
import type { VisibilityRulesTable } from "../schema/visibility-rules.ts"
import { atomically, takeNumbers } from "../engines/transactions.ts"

/** Stores the visibility rules of teamspaces. */
export function createVisibilityRulesStore(db: Database): VisibilityRulesStore {
  return {
    async of(teamspaceKey) {
      const rows = db.selectFrom("reading_rules").selectAll().where("teamspace_key", "=", teamspaceKey)
      const row = await rows.executeTakeFirst()
      return row && toVisibilityRules(row)
    },
    change: (teamspaceKey, first, change) => changeRules(db, teamspaceKey, { first, change }),
    async changedSince(after, limit) {
      const rows = await db
        .selectFrom("reading_rules")
        .select(["teamspace_key", "change_number"])
        .where("change_number", ">", after)
        .orderBy("change_number")
        .limit(limit)
        .execute()
      return rows.map((row) => ({ teamspaceKey: row.teamspace_key, changeNumber: row.change_number }))
    },
  }
}

interface Change {
  readonly first: VisibilityRules
  change(this: void, stored: VisibilityRules): VisibilityRules
}

/** Locks the counter's row before reading, so that a concurrent change sees the result of this one. */
async function changeRules(
  db: Database,
  teamspaceKey: string,
  { first, change }: Change,
): Promise<VisibilityRulesRecord> {
  return atomically(db, async (transaction) => {
    const changeNumber = await takeNumbers(transaction, "reading_rules_change", 1)
    const stored = await transaction
      .selectFrom("reading_rules")
      .selectAll()
      .where("teamspace_key", "=", teamspaceKey)
      .executeTakeFirst()
    const { policies, accessRules } = change(stored === undefined ? first : toVisibilityRules(stored))
    const columns = {
      policies: JSON.stringify(policies),
      access_rules: JSON.stringify(accessRules),
      change_number: changeNumber,
    }
    await transaction
      .insertInto("reading_rules")
      .values({ teamspace_key: teamspaceKey, ...columns })
      .onConflict((conflict) => conflict.column("teamspace_key").doUpdateSet(columns))
      .execute()
    return { teamspaceKey, policies, accessRules, changeNumber }
  })
}

function toVisibilityRules(row: Selectable<VisibilityRulesTable>): VisibilityRulesRecord {
  const policies = JSON.parse(row.policies) as VisibilityRulesRecord["policies"]
  return {
    teamspaceKey: row.teamspace_key,
    // Rows from earlier versions of Lectern have no policy for suspicious content.
    policies: { ...policies, suspiciousContent: policies.suspiciousContent ?? DEFAULT_SUSPICIOUS_CONTENT },
    accessRules: JSON.parse(row.access_rules) as VisibilityRulesRecord["accessRules"],
    changeNumber: row.change_number,
  }
}
