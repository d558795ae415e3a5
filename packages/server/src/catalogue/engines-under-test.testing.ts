import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { type ManualClock, manualClock } from "../base/clock.ts"
import { silentLog } from "../base/log.ts"
import { type PostgresServer, startPostgres } from "../base/postgres/postgres-server.testing.ts"
import type { Catalogue } from "./catalogue.ts"
import { openPostgresCatalogue } from "./engines/postgres/open-postgres-catalogue.ts"
import { openSqliteCatalogue } from "./engines/sqlite/open-sqlite-catalogue.ts"

/** A database under test; each call of `open` creates another connection to it, as in another process. */
export interface EngineUnderTest {
  readonly clock: ManualClock
  open(): Promise<Catalogue>
  close(): Promise<void>
}

/** Engines that every contract test runs on. */
export const engines: readonly (readonly [name: string, start: () => Promise<EngineUnderTest>])[] = [
  ["SQLite in a file", startSqlite],
  ["PostgreSQL", startPostgresDatabase],
]

async function startSqlite(): Promise<EngineUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-catalogue-"))
  const clock = manualClock()
  const opened: Catalogue[] = []
  return {
    clock,
    async open() {
      const catalogue = await openSqliteCatalogue(join(folder, "lectern.db"), { clock, log: silentLog })
      opened.push(catalogue)
      return catalogue
    },
    async close() {
      await Promise.all(opened.map((catalogue) => catalogue.close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let server: Promise<PostgresServer> | undefined

afterAll(async () => {
  await (await server)?.close()
})

/** One server for the tests of a file, and a database for each of them. */
async function startPostgresDatabase(): Promise<EngineUnderTest> {
  server ??= startPostgres()
  const databaseUrl = await (await server).createDatabase()
  const clock = manualClock()
  const opened: Catalogue[] = []
  return {
    clock,
    async open() {
      const catalogue = await openPostgresCatalogue(databaseUrl, { clock, log: silentLog })
      opened.push(catalogue)
      return catalogue
    },
    close: async () => void (await Promise.all(opened.map((catalogue) => catalogue.close()))),
  }
}
