import type { PageCacheStore } from "./records.ts"
import type { Database } from "../schema/database.ts"

/** Rows per statement: databases limit the number of bound values. */
const ROWS_PER_STATEMENT = 500

/** Stores the revisions of fetched pages and the blobs of their content. */
export function createPageCacheStore(db: Database): PageCacheStore {
  return {
    async ofLibrary(libraryKey) {
      const rows = await db.selectFrom("kept_page").selectAll().where("library_key", "=", libraryKey).execute()
      return rows.map(({ page_id: pageId, revision, hash }) => ({ pageId, revision, hash }))
    },
    async put(libraryKey, { pageId, revision, hash }) {
      const row = { library_key: libraryKey, page_id: pageId, revision, hash }
      const insertion = db.insertInto("kept_page").values(row)
      await insertion
        .onConflict((conflict) => conflict.columns(["library_key", "page_id"]).doUpdateSet({ revision, hash }))
        .execute()
    },
    async retain(libraryKey, pageIds) {
      const rows = await db.selectFrom("kept_page").select("page_id").where("library_key", "=", libraryKey).execute()
      const gone = rows.map((row) => row.page_id).filter((pageId) => !pageIds.has(pageId))
      for (let at = 0; at < gone.length; at += ROWS_PER_STATEMENT) {
        const step = gone.slice(at, at + ROWS_PER_STATEMENT)
        const removed = db.deleteFrom("kept_page").where("library_key", "=", libraryKey)
        await removed.where("page_id", "in", step).execute()
      }
    },
    async prune() {
      const deleted = db.selectFrom("library").select("key").where("is_deleted", "=", 1)
      const removed = await db.deleteFrom("kept_page").where("library_key", "in", deleted).executeTakeFirst()
      return Number(removed.numDeletedRows)
    },
  }
}
