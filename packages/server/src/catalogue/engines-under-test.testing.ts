import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { type ManualClock, manualClock } from "../base/manual-clock.testing.ts"
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

/**
 * Returns the engines that every contract test runs on. Call it at the top level of a test file: the tests share one
 * PostgreSQL server, which is stopped after them.
 */
export function enginesUnderTest(): readonly (readonly [name: string, start: () => Promise<EngineUnderTest>])[] {
  let server: Promise<PostgresServer> | undefined
  afterAll(async () => {
    await (await server)?.close()
  })
  return [
    ["SQLite in a file", startSqlite],
    ["PostgreSQL", () => startPostgresDatabase((server ??= startPostgres()))],
  ]
}

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

async function startPostgresDatabase(server: Promise<PostgresServer>): Promise<EngineUnderTest> {
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
