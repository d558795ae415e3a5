import { type EncryptedValueStore, KEY_CHECK_SETTING } from "./records.ts"
import { sql } from "kysely"
import type { Database } from "../schema/database.ts"
import { atomically } from "../engines/transactions.ts"

/** A column with encrypted secrets. */
interface EncryptedColumn {
  /** Name of the kind of secret, for display. */
  readonly what: string
  readonly table: string
  /** The primary key column, a text. */
  readonly key: string
  readonly column: string
  /**
   * Field of the JSON object in the column that contains the secret; if missing, the column contains only the secret.
   */
  readonly field?: string
  /** Keys of the rows that contain a secret; if missing, every row can. */
  readonly keys?: readonly string[]
}

/** Every column with an encrypted secret. Add new columns with secrets here. */
const COLUMNS: readonly EncryptedColumn[] = [
  { what: "tokens of libraries", table: "library", key: "key", column: "source", field: "sealedToken" },
  { what: "connections", table: "connection", key: "key", column: "sealed_token" },
  { what: "secrets of outgoing webhooks", table: "webhook", key: "key", column: "sealed_secret" },
  { what: "secret of push webhooks", table: "setting", key: "name", column: "value", keys: ["hook_secret"] },
  { what: "check of the key", table: "setting", key: "name", column: "value", keys: [KEY_CHECK_SETTING] },
]

/** Finds and replaces the encrypted secrets of a database. */
export function createEncryptedValueStore(db: Database): EncryptedValueStore {
  return {
    kinds: COLUMNS.map(({ what }) => what),
    replaceSome: (kind, { after, limit }, change) =>
      atomically(db, async (inside) => {
        const column = COLUMNS.find(({ what }) => what === kind)
        if (column === undefined) throw new RangeError(`there are no encrypted secrets of kind ${kind}`)
        const rows = await read(inside, column, { after, limit })
        for (const { key, stored } of rows) {
          const sealed = sealedIn(column, stored)
          const changed = sealed === undefined ? undefined : change(sealed)
          if (changed !== undefined)
            await write(inside, column, { key, stored, changed: putInto(column, stored, changed) })
        }
        return { nextAfter: rows.length < limit ? undefined : rows.at(-1)?.key }
      }),
  }
}

interface Row {
  readonly key: string
  readonly stored: string
}

async function read(
  db: Database,
  { table, key, column, keys }: EncryptedColumn,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly Row[]> {
  const only = keys === undefined ? sql`` : sql`and ${sql.ref(key)} in (${sql.join(keys)})`
  const { rows } = await sql<Row>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as stored from ${sql.table(table)}
    where ${sql.ref(key)} > ${after} ${only} order by ${sql.ref(key)} limit ${limit}`.execute(db)
  return rows
}

async function write(
  db: Database,
  { table, key: keyColumn, column }: EncryptedColumn,
  { key, stored, changed }: Row & { readonly changed: string },
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${changed}
    where ${sql.ref(keyColumn)} = ${key} and ${sql.ref(column)} = ${stored}`.execute(db)
}

function sealedIn({ field }: EncryptedColumn, stored: string): string | undefined {
  if (field === undefined) return stored
  const found = (JSON.parse(stored) as Record<string, unknown>)[field]
  return typeof found === "string" ? found : undefined
}

function putInto({ field }: EncryptedColumn, stored: string, sealed: string): string {
  if (field === undefined) return sealed
  return JSON.stringify({ ...(JSON.parse(stored) as Record<string, unknown>), [field]: sealed })
}
