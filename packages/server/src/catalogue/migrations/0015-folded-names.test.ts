import Database from "better-sqlite3"
import { Kysely, sql, SqliteDialect } from "kysely"
import { afterEach, expect, it } from "vitest"
import { up } from "./0015-folded-names.ts"

const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new Database(":memory:") }) })
afterEach(() => db.destroy())

it("leaves every account of an early version where it is, also those that differ in letter case only", async () => {
  await sql`create table account (key text primary key, name text not null unique, created_at_ms integer not null)`.execute(
    db,
  )
  for (const [key, name, createdAtMs] of [
    ["k1", "ANN", 2],
    ["k2", "Ann", 1],
    ["k3", "Zoë", 3],
  ] as const) {
    await sql`insert into account values (${key}, ${name}, ${createdAtMs})`.execute(db)
  }

  await up(db)

  const { rows } = await sql`select key, folded_name from account order by key`.execute(db)
  expect(rows).toEqual([
    { key: "k1", folded_name: "=k1" },
    { key: "k2", folded_name: "ann" },
    { key: "k3", folded_name: "zoë" },
  ])
})
