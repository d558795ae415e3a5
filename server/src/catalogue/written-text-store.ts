import type { WrittenTextStore } from "./catalogue.ts"
import type { Database } from "./schema.ts"

/** Rows that one statement names: databases bound the number of values in it. */
const ROWS_PER_STATEMENT = 500

/** Keeps in a database what a language model has written about passages. */
export function createWrittenTextStore(db: Database): WrittenTextStore {
  return {
    async known(libraryKey, writer) {
      const rows = db.selectFrom("written_text").select("hash").where("library_key", "=", libraryKey)
      return new Set((await rows.where("writer", "=", writer).execute()).map(({ hash }) => hash))
    },
    async read(libraryKey, hashes) {
      const found = new Map<string, { title: string; description: string }>()
      for (let at = 0; at < hashes.length; at += ROWS_PER_STATEMENT) {
        const rows = db.selectFrom("written_text").selectAll().where("library_key", "=", libraryKey)
        const step = await rows.where("hash", "in", hashes.slice(at, at + ROWS_PER_STATEMENT)).execute()
        for (const { hash, title, description } of step) if (title !== "") found.set(hash, { title, description })
      }
      return found
    },
    async put(libraryKey, writer, texts) {
      const rows = texts.map(({ hash, title, description }) => ({
        library_key: libraryKey,
        writer,
        hash,
        title,
        description,
      }))
      for (const row of rows) {
        const { title, description } = row
        const insertion = db.insertInto("written_text").values(row)
        await insertion
          .onConflict((conflict) =>
            conflict.columns(["library_key", "hash"]).doUpdateSet({ writer, title, description }),
          )
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
