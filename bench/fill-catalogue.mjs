// Fills the catalogue of a stopped server with many libraries. Each of them shares the index file of a library that was
// actually imported.
import { sql } from "kysely"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "../scripts/prepare.mjs"
import { LibraryWriter } from "./made-up-libraries.mjs"

/** With about 45 values per row, far below the limits of both databases. */
const ROWS_PER_STATEMENT = 500
/** Share of libraries that belong to the instance's teamspace. */
const PRIVATE_SHARE = 0.01
/** Set as due dates, so that nothing becomes due while the server is measured. */
const NEVER_MS = Number.MAX_SAFE_INTEGER

const SOURCE = {
  type: "git",
  hostKind: "github",
  branch: null,
  sealedToken: null,
  folders: [],
  excludeFolders: [],
  excludeFiles: [],
  skipVersionFiltering: false,
  generateDocs: false,
}

const built = (path) => import(pathToFileURL(join(root, "packages", "server", "dist", path)).href)

/**
 * Adds libraries.
 *
 * @param {{ dataDir: string, databaseUrl?: string, count: number }} options
 * @returns the writer, for questions, and the added libraries: `{ id, title, description }` of each.
 */
export async function fillCatalogue({ dataDir, databaseUrl, count }) {
  const catalogue = await openCatalogue(dataDir, databaseUrl)
  const writer = new LibraryWriter({ count })
  const added = []
  try {
    await catalogue.inTablesTransaction(async (db) => {
      await db.updateTable("library").set({ look_at_ms: NEVER_MS, facts_due_at_ms: NEVER_MS }).execute()
      const makeRows = await rowMaker(db, writer)
      const last = await takeChangeNumbers(db, count)
      for (let from = 0; from < count; from += ROWS_PER_STATEMENT) {
        const size = Math.min(ROWS_PER_STATEMENT, count - from)
        const rows = Array.from({ length: size }, (_, at) => makeRows(last - count + from + at + 1))
        await db
          .insertInto("library")
          .values(rows.map(({ library }) => library))
          .execute()
        await db
          .insertInto("version")
          .values(rows.flatMap(({ versions }) => versions))
          .execute()
        added.push(...rows.map(({ library: { id, title, description } }) => ({ id, title, description })))
      }
      // PostgreSQL does this automatically within a minute; until then, it scans whole tables.
      if (databaseUrl !== undefined) await sql`analyze`.execute(db)
    })
  } finally {
    await catalogue.close()
  }
  return { writer, added }
}

async function openCatalogue(dataDir, databaseUrl) {
  const { openCatalogue: open } = await built("compose/open-catalogue.js")
  const { systemClock } = await built("base/clock.js")
  const { silentLog } = await built("base/log.js")
  const settings = { DATABASE_URL: databaseUrl, LECTERN_DATA_DIR: dataDir, LECTERN_SLOW_STATEMENT_MS: 0 }
  return open(settings, { clock: systemClock, log: silentLog })
}

async function takeChangeNumbers(db, count) {
  const taken = db.updateTable("counter").set((old) => ({ value: old("value", "+", count) }))
  const { value } = await taken.where("name", "=", "library_change").returning("value").executeTakeFirstOrThrow()
  return value
}

/** @returns a function that creates the rows of one library from those of an imported one. */
async function rowMaker(db, writer) {
  const { newRowKey } = await built("catalogue/engines/row-key.js")
  const templates = await db.selectFrom("library").selectAll().where("is_deleted", "=", 0).execute()
  const indexed = await db.selectFrom("version").selectAll().where("index_hash", "is not", null).execute()
  return (changeNumber) => {
    const { tags, ...made } = writer.library(Date.now())
    const isPrivate = writer.random() < PRIVATE_SHARE
    const library = {
      ...templates[changeNumber % templates.length],
      ...made,
      key: newRowKey(),
      folded_id: made.id.toLowerCase(),
      kind: "repo",
      is_private: isPrivate ? 1 : 0,
      teamspace_key: isPrivate ? "main" : "",
      source: JSON.stringify({ ...SOURCE, url: made.source_url }),
      change_number: changeNumber,
      look_at_ms: NEVER_MS,
      facts_due_at_ms: NEVER_MS,
    }
    const version = { ...indexed[changeNumber % indexed.length], library_key: library.key }
    const versions = [...new Set(["", ...tags])].map((tag) => ({ ...version, key: newRowKey(), tag }))
    return { library, versions }
  }
}
