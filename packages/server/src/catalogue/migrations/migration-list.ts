import type { MigrationProvider } from "kysely"
import { up as layFirstTables } from "./0001-first-tables.ts"
import { up as addPeople } from "./0002-people.ts"
import { up as addOwnersAndReadingRules } from "./0003-owners-and-reading-rules.ts"
import { up as layConnections } from "./0005-connections.ts"
import { up as addFreshness } from "./0006-freshness.ts"
import { up as layUsage } from "./0007-usage.ts"
import { up as addLimits } from "./0008-limits.ts"
import { up as layWebhooks } from "./0009-webhooks.ts"
import { up as addFacts } from "./0010-facts.ts"
import { up as addSchedule } from "./0011-schedule.ts"
import { up as addEmbedders } from "./0012-embedders.ts"
import { up as addWrittenTexts } from "./0012-written-texts.ts"
import { up as addGrants } from "./0013-grants.ts"
import { up as addWrittenQuestions } from "./0014-written-questions.ts"
import { up as addFoldedNames } from "./0015-folded-names.ts"
import { up as addQuestions } from "./0016-questions.ts"
import { up as addFlaggedSnippets } from "./0017-flagged-snippets.ts"
import { up as addDeviceSignIns } from "./0018-device-sign-ins.ts"
import { up as addAliases } from "./0019-aliases.ts"
import { up as addJobLogs } from "./0020-job-logs.ts"
import { up as addChangeNotices } from "./0021-change-notices.ts"
import { up as addInstanceUsage } from "./0022-instance-usage.ts"

/** Every migration by name, in the order in which they run. A released name must never change. */
const MIGRATIONS = {
  "0001-first-tables": { up: layFirstTables },
  "0002-people": { up: addPeople },
  "0003-owners-and-reading-rules": { up: addOwnersAndReadingRules },
  "0005-connections": { up: layConnections },
  "0006-freshness": { up: addFreshness },
  "0007-usage": { up: layUsage },
  "0008-limits": { up: addLimits },
  "0009-webhooks": { up: layWebhooks },
  "0010-facts": { up: addFacts },
  "0011-schedule": { up: addSchedule },
  "0012-embedders": { up: addEmbedders },
  "0012-written-texts": { up: addWrittenTexts },
  "0013-grants": { up: addGrants },
  "0014-written-questions": { up: addWrittenQuestions },
  "0015-folded-names": { up: addFoldedNames },
  "0016-questions": { up: addQuestions },
  "0017-flagged-snippets": { up: addFlaggedSnippets },
  "0018-device-sign-ins": { up: addDeviceSignIns },
  "0019-aliases": { up: addAliases },
  "0020-job-logs": { up: addJobLogs },
  "0021-change-notices": { up: addChangeNotices },
  "0022-instance-usage": { up: addInstanceUsage },
} as const

/** Passes the migrations to Kysely as a table instead of a directory, so that they also work in the bundled program. */
export const migrationList: MigrationProvider = {
  getMigrations: () => Promise.resolve({ ...MIGRATIONS }),
}
