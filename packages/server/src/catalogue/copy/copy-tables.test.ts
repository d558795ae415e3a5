import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { manualClock } from "../../base/manual-clock.testing.ts"
import { silentLog } from "../../base/log.ts"
import { type PostgresServer, startPostgres } from "../../base/postgres/postgres-server.testing.ts"
import type { Catalogue } from "../catalogue.ts"
import { aJob, aLibrary, aPublication } from "../catalogue.contract.testing.ts"
import { enginesUnderTest } from "../engines-under-test.testing.ts"
import { openPostgresCatalogue } from "../engines/postgres/open-postgres-catalogue.ts"
import { openSqliteCatalogue } from "../engines/sqlite/open-sqlite-catalogue.ts"
import { hashTables } from "./copy-tables.ts"
import { TABLE_NAMES } from "./tables.ts"

const environment = { clock: manualClock(), log: silentLog }
let server: PostgresServer
const opened: Catalogue[] = []

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => {
  await Promise.all(opened.map((catalogue) => catalogue.close()))
  await server.close()
})

async function onPostgres(): Promise<Catalogue> {
  return migrated(await openPostgresCatalogue(await server.createDatabase(), environment))
}

async function onSqlite(): Promise<Catalogue> {
  return migrated(await openSqliteCatalogue(":memory:", environment))
}

async function migrated(catalogue: Catalogue): Promise<Catalogue> {
  opened.push(catalogue)
  await catalogue.migrate()
  return catalogue
}

const hashOf = (catalogue: Catalogue) => catalogue.inTablesTransaction(hashTables)

async function fill(catalogue: Catalogue): Promise<void> {
  for (let number = 0; number < 450; number++) {
    const id = `/otters/otter-${number}` as const
    const library = (await catalogue.libraries.add(aLibrary({ id, title: `Otter "${number}" 水獺 é` })))!
    if (number % 50 !== 0) continue
    const version = await catalogue.versions.ensure(library.key, "")
    await catalogue.versions.publish(version.key, 0, aPublication())
    await catalogue.jobs.add(aJob(library))
  }
  await catalogue.settings.set("name", "line one\nline two")
}

describe("the list of tables", () => {
  it.each(enginesUnderTest())("names every table of %s", async (_name, start) => {
    const engine = await start()
    const catalogue = await engine.open()
    await catalogue.migrate()

    const tables = await catalogue.inTablesTransaction((db) => db.introspection.getTables())

    expect(tables.map(({ name }) => name).sort()).toEqual([...TABLE_NAMES].sort())
    await engine.close()
  })
})

describe("a copy of the catalogue", () => {
  it("has the same rows on another engine, and again on the first one", async () => {
    const [original, moved, back] = [await onSqlite(), await onPostgres(), await onSqlite()]
    await fill(original)

    const { rows, hash } = await original.copyTo(moved)
    const returned = await moved.copyTo(back)

    expect(rows).toMatchObject({ library: 450, version: 9, job: 9, teamspace: 1, project: 1 })
    expect([returned.hash, await hashOf(original), await hashOf(back)]).toEqual([hash, hash, hash])
    expect(await back.libraries.byId("/otters/otter-7", null)).toEqual(
      await original.libraries.byId("/otters/otter-7", null),
    )
  })

  it("goes on counting where the original was", async () => {
    const [original, moved] = [await onSqlite(), await onPostgres()]
    await fill(original)
    await original.copyTo(moved)

    const library = (await moved.libraries.add(aLibrary({ id: "/new/library" })))!

    expect(library.changeNumber).toBeGreaterThan(450)
  })

  it("refuses a catalogue that has data, and leaves it as it is", async () => {
    const [original, other] = [await onSqlite(), await onPostgres()]
    await other.libraries.add(aLibrary())
    const before = await hashOf(other)

    await expect(original.copyTo(other)).rejects.toThrow("the target already contains data")

    expect(await hashOf(other)).toBe(before)
  })

  it("is complete or absent", async () => {
    const [original, moved] = [await onSqlite(), await onPostgres()]
    await fill(original)
    const before = await hashOf(moved)
    const fail = (table: string) => {
      if (table === "version") throw new Error("interrupted")
    }

    await expect(original.copyTo(moved, { onTable: fail })).rejects.toThrow("interrupted")
    expect(await hashOf(moved)).toBe(before)

    await original.copyTo(moved)
    expect(await hashOf(moved)).toBe(await hashOf(original))
  })

  it.each(enginesUnderTest())("of %s is one state, whatever others write meanwhile", async (_name, start) => {
    const engine = await start()
    const [original, writer, copy] = [await engine.open(), await engine.open(), await onSqlite()]
    await original.migrate()
    await fill(original)
    const before = await hashOf(original)
    const writes: Promise<void>[] = []

    const { hash } = await original.copyTo(copy, {
      onTable: (table) => void writes.push(writer.settings.set("name", `changed after ${table}`)),
    })
    await Promise.all(writes)

    expect(hash).toBe(before)
    expect(await hashOf(original)).not.toBe(before)
    await engine.close()
  })
})
