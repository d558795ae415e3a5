import { createHash, type Hash } from "node:crypto"
import { type Kysely, sql } from "kysely"
import { InvalidInput, InternalFailure } from "../../base/errors.ts"
import { storableText } from "../../base/storable-text.ts"
import type { Database } from "../schema/database.ts"
import { BLOB_DIRECTORY_SETTING } from "../settings/records.ts"
import { primaryKeyOf, TABLE_NAMES, type TableName } from "./tables.ts"

/** Rows per statement: databases limit the number of bound values, and a library has about forty columns. */
const ROWS_PER_STATEMENT = 200

/** Tables that contain rows even in a new catalogue. */
const FILLED_BY_MIGRATIONS: ReadonlySet<TableName> = new Set(["teamspace", "project"])

type Row = Readonly<Record<string, string | number | null>>

/** The contents of a copy of all tables. */
export interface CopiedTables {
  /** Rows by table. */
  readonly rows: Readonly<Record<TableName, number>>
  /** SHA-256 over all rows of all tables, in the order of their keys. */
  readonly hash: string
}

/**
 * Copies every row of one catalogue into a new one, and reads the copy again to compare it.
 *
 * @param from a snapshot, so that it does not change during the copy.
 * @param to a transaction, so that the copy is complete or absent.
 * @throws {InvalidInput} if the target has accounts or libraries. @throws {InternalFailure} if the copy differs.
 */
export async function copyTables(
  from: Database,
  to: Database,
  onTable: (table: TableName, rows: number) => void,
): Promise<CopiedTables> {
  await assertEmpty(to)
  // Rows that refer to others are deleted before them.
  for (const table of TABLE_NAMES.toReversed()) {
    if (FILLED_BY_MIGRATIONS.has(table)) await sql`delete from ${sql.table(table)}`.execute(to)
  }
  const rows: Partial<Record<TableName, number>> = {}
  const hash = createHash("sha256")
  for (const table of TABLE_NAMES) {
    rows[table] = await copyTable(from, to, { table, hash })
    onTable(table, rows[table])
  }
  const copied = { rows: rows as CopiedTables["rows"], hash: hash.digest("hex") }
  const found = await hashTables(to)
  if (found !== copied.hash) throw new InternalFailure("the copy of the catalogue differs from the original")
  return copied
}

/** Computes a hash of all rows of a catalogue. The same rows have the same hash on every engine. */
export async function hashTables(db: Database): Promise<string> {
  const hash = createHash("sha256")
  for (const table of TABLE_NAMES) {
    for await (const row of rowsOf(db, table)) addTo(hash, table, row)
  }
  return hash.digest("hex")
}

async function copyTable(
  from: Database,
  to: Database,
  { table, hash }: { readonly table: TableName; readonly hash: Hash },
): Promise<number> {
  let count = 0
  let waiting: Row[] = []
  const target = to as unknown as Kysely<Record<string, Row>>
  const flush = async () => {
    if (waiting.length > 0) await target.insertInto(table).values(waiting).execute()
    waiting = []
  }
  for await (const row of rowsOf(from, table)) {
    addTo(hash, table, row)
    waiting.push(row)
    count++
    if (waiting.length === ROWS_PER_STATEMENT) await flush()
  }
  await flush()
  return count
}

/** Reads a table in the order of its primary key, a few rows at a time. */
async function* rowsOf(db: Database, table: TableName): AsyncIterable<Row> {
  let query = (db as unknown as Kysely<Record<string, Row>>).selectFrom(table).selectAll()
  for (const column of primaryKeyOf(table)) query = query.orderBy(column)
  if (table === "setting") query = query.where("name", "!=", BLOB_DIRECTORY_SETTING)
  for await (const row of query.stream(ROWS_PER_STATEMENT)) yield storable(row)
}

/** Removes U+0000, which PostgreSQL cannot store, so that a copy is the same in every database. */
function storable(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "string" ? storableText(value) : value]),
  )
}

/** Sorts the columns, because their order differs between the engines. */
function addTo(hash: Hash, table: TableName, row: Row): void {
  const columns = Object.keys(row).sort()
  hash.update(`${table}${JSON.stringify(columns.map((column) => [column, row[column]]))}\n`)
}

/**
 * Throws if a catalogue contains anything besides what migrations write.
 *
 * @throws {InvalidInput}
 */
export async function assertEmpty(db: Database): Promise<void> {
  for (const table of TABLE_NAMES) {
    if (FILLED_BY_MIGRATIONS.has(table)) continue
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) {
      throw new InvalidInput(
        "the target already contains data: choose an empty database or folder, so that nothing is overwritten",
      )
    }
  }
}
