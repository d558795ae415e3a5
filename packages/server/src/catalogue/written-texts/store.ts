import type { WrittenTextStore } from "./records.ts"
import type { Database } from "../schema/database.ts"
import type { WrittenTextTable } from "../schema/written-texts.ts"

/** Rows per statement: databases limit the number of bound values. */
const ROWS_PER_STATEMENT = 500

/** Stores the texts that a language model wrote about snippets. */
export function createWrittenTextStore(db: Database): WrittenTextStore {
  return {
    async known(libraryKey, writer) {
      const rows = db.selectFrom("written_text").select("hash").where("library_key", "=", libraryKey)
      return new Set((await rows.where("writer", "=", writer).execute()).map(({ hash }) => hash))
    },
    async read(libraryKey, hashes) {
      const rows = (await readRows(db, libraryKey, hashes)).filter(({ title }) => title !== "")
      return new Map(rows.map(({ hash, title, description }) => [hash, { title, description }]))
    },
    async readQuestions(libraryKey, hashes) {
      const rows = (await readRows(db, libraryKey, hashes)).filter(({ question }) => question !== "")
      return new Map(rows.map(({ hash, question }) => [hash, question]))
    },
    async put(libraryKey, writer, texts) {
      for (const { hash, title, description, question } of texts) {
        const written = { writer, title, description, question }
        const insertion = db.insertInto("written_text").values({ library_key: libraryKey, hash, ...written })
        await insertion
          .onConflict((conflict) => conflict.columns(["library_key", "hash"]).doUpdateSet(written))
          .execute()
      }
    },
    async prune() {
      const deleted = db.selectFrom("library").select("key").where("is_deleted", "=", 1)
      const removed = await db.deleteFrom("written_text").where("library_key", "in", deleted).executeTakeFirst()
      return Number(removed.numDeletedRows)
    },
  }
}

async function readRows(db: Database, libraryKey: string, hashes: readonly string[]): Promise<WrittenTextTable[]> {
  const found: WrittenTextTable[] = []
  for (let at = 0; at < hashes.length; at += ROWS_PER_STATEMENT) {
    const rows = db.selectFrom("written_text").selectAll().where("library_key", "=", libraryKey)
    found.push(...(await rows.where("hash", "in", hashes.slice(at, at + ROWS_PER_STATEMENT)).execute()))
  }
  return found
}
