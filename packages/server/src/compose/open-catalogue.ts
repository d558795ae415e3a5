import { join, resolve } from "node:path"
import type { Clock } from "../base/clock.ts"
import type { Log } from "../base/log.ts"
import { createTimings, type Timings } from "../base/timings.ts"
import type { Tracing } from "../base/tracing.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import { openSqliteCatalogue } from "../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import type { Settings } from "../config/settings.ts"
import { CATALOGUE_FILE } from "./data-directory.ts"

/** Opens the configured catalogue: a PostgreSQL database, or the file in the data directory. */
export async function openCatalogue(
  settings: Pick<Settings, "DATABASE_URL" | "LECTERN_DATA_DIR" | "LECTERN_SLOW_STATEMENT_MS">,
  runtime: {
    readonly clock: Clock
    readonly log: Log
    readonly timings?: Timings | undefined
    readonly tracing?: Tracing | undefined
  },
): Promise<Catalogue> {
  const { DATABASE_URL: databaseUrl, LECTERN_DATA_DIR: dataDir, LECTERN_SLOW_STATEMENT_MS: slowMs } = settings
  const { clock, log, timings = createTimings(), tracing } = runtime
  const currentTraceParent = tracing && (() => tracing.currentTraceParent())
  const environment = { clock, log, currentTraceParent, statements: { timings, log, slowMs } }
  if (databaseUrl === undefined) return await openSqliteCatalogue(join(resolve(dataDir), CATALOGUE_FILE), environment)
  // Loaded on demand, because it would slow down every start.
  const { openPostgresCatalogue } = await import("../catalogue/engines/postgres/open-postgres-catalogue.ts")
  return await openPostgresCatalogue(databaseUrl, environment)
}
