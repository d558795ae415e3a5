import type { QuestionKind } from "@lectern/contract"
import type { Selectable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import { newRowKey } from "../engines/row-key.ts"
import { atomically } from "../engines/transactions.ts"
import type { Database } from "../schema/database.ts"
import type { QuestionTable } from "../schema/questions.ts"
import { MAX_QUESTIONS_KEPT, type NotedQuestion, type QuestionRecord, type QuestionStore } from "./records.ts"

/** Stores questions that libraries should answer better. */
export function createQuestionStore(db: Database, clock: Clock): QuestionStore {
  return {
    note: (noted) => atomically(db, (inside) => note(inside, noted, clock.now())),
    async list(libraryKey, kind) {
      const ofLibrary = db.selectFrom("question").selectAll().where("library_key", "=", libraryKey)
      const found = kind === undefined ? ofLibrary : ofLibrary.where("kind", "=", kind)
      const rows = await found.orderBy("count", "desc").orderBy("last_asked_at", "desc").orderBy("id").execute()
      return rows.map(recordOf)
    },
    async countAll() {
      const rows = await ofKeptLibraries(db)
        .select(({ fn }) => ["library_key", "kind", fn.sum<number | string>("count").as("total")])
        .groupBy(["library_key", "kind"])
        .orderBy("total", "desc")
        .orderBy("library_key")
        .execute()
      return rows.map(({ library_key: libraryKey, kind, total }) => {
        return { libraryKey, kind: kind as QuestionKind, count: Number(total) }
      })
    },
    async mostFrequent(limit) {
      const ofText = ofKeptLibraries(db).selectAll().where("question", "!=", "")
      const rows = await ofText.orderBy("count", "desc").orderBy("id").limit(limit).execute()
      return rows.map((row) => ({ ...recordOf(row), libraryKey: row.library_key }))
    },
    async remove(libraryKey, id) {
      const deletion = db.deleteFrom("question").where("library_key", "=", libraryKey).where("id", "=", id)
      return Number((await deletion.executeTakeFirst()).numDeletedRows) > 0
    },
    async prune(beforeMs) {
      const deleted = db.selectFrom("library").select("key").where("is_deleted", "=", 1)
      const removed = await db
        .deleteFrom("question")
        .where(({ and, eb, or }) =>
          or([
            and([eb("kind", "=", "unanswered"), eb("last_asked_at", "<", beforeMs)]),
            eb("library_key", "in", deleted),
          ]),
        )
        .executeTakeFirst()
      return Number(removed.numDeletedRows)
    },
  }
}

function ofKeptLibraries(db: Database) {
  const deleted = db.selectFrom("library").select("key").where("is_deleted", "=", 1)
  return db.selectFrom("question").where("library_key", "not in", deleted)
}

async function note(db: Database, noted: NotedQuestion, nowMs: number): Promise<QuestionRecord> {
  const { libraryKey, kind, versionTag } = noted
  const ofKind = db.selectFrom("question").where("library_key", "=", libraryKey).where("kind", "=", kind)
  const find = (question: string) =>
    ofKind.where("version_tag", "=", versionTag).where("question", "=", question).selectAll().executeTakeFirst()
  const known = await find(noted.question)
  const { kept } = await ofKind.select(({ fn }) => fn.countAll<number | string>().as("kept")).executeTakeFirstOrThrow()
  const question = known === undefined && Number(kept) >= MAX_QUESTIONS_KEPT ? "" : noted.question
  const text = question === "" ? "" : (noted.note ?? "")
  const row = {
    id: newRowKey(),
    library_key: libraryKey,
    kind,
    version_tag: versionTag,
    question,
    note: text,
    count: 1,
    first_asked_at: nowMs,
    last_asked_at: nowMs,
  }
  await db
    .insertInto("question")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["library_key", "kind", "version_tag", "question"]).doUpdateSet(({ eb }) => ({
        count: eb("question.count", "+", 1),
        last_asked_at: nowMs,
        ...(text === "" ? {} : { note: text }),
      })),
    )
    .execute()
  return recordOf((await find(question)) ?? row)
}

function recordOf(row: Selectable<QuestionTable>): QuestionRecord {
  return {
    id: row.id,
    kind: row.kind as QuestionKind,
    versionTag: row.version_tag,
    question: row.question,
    note: row.note,
    count: row.count,
    firstAskedAtMs: row.first_asked_at,
    lastAskedAtMs: row.last_asked_at,
  }
}
