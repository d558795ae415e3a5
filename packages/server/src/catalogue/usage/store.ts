import { randomBytes } from "node:crypto"
import { sql } from "kysely"
import type { Database } from "../schema/database.ts"
import type { UsageCountTable } from "../schema/usage.ts"
import { atomically } from "../engines/transactions.ts"
import { NOT_DELETED } from "../libraries/rows.ts"
import {
  EVERY_CLIENT,
  ASKER_GROUP_CHARACTERS,
  EVERY_DAY,
  EVERY_LIBRARY,
  EVERY_VERSION,
  type LibraryCounts,
  type PageCounts,
  TOPIC_MIN_PEOPLE,
  type UsageCount,
  type UsageCounts,
  type UsageStore,
  type UsageVisitor,
} from "./records.ts"

/** Rows per statement: databases limit the number of bound values. */
const ROWS_PER_STATEMENT = 100

const SALT_BYTES = 32

/** Stores the usage counters. */
export function createUsageStore(db: Database): UsageStore {
  return {
    add: (counts, visitors) =>
      atomically(db, async (inside) => {
        const summed = sumByRow(counts)
        for (let at = 0; at < summed.length; at += ROWS_PER_STATEMENT) {
          await addCounts(inside, summed.slice(at, at + ROWS_PER_STATEMENT))
        }
        const sorted = sortVisitors(visitors)
        for (let at = 0; at < sorted.length; at += ROWS_PER_STATEMENT) {
          await addVisitors(inside, sorted.slice(at, at + ROWS_PER_STATEMENT))
        }
      }),
    read: (scope, range) => readUsage(db, scope, range),
    async saltOf(day) {
      const salt = randomBytes(SALT_BYTES).toString("hex")
      const insertion = db.insertInto("usage_salt").values({ day, salt })
      await insertion.onConflict((conflict) => conflict.column("day").doNothing()).execute()
      const found = db.selectFrom("usage_salt").select("salt").where("day", "=", day)
      return (await found.executeTakeFirstOrThrow()).salt
    },
    readLibraries: (range) => readLibraries(db, range),
    readPages: (version) => readPages(db, version),
    async prune({ today, keptFromDay, mostTopics, mostPages }) {
      await atomically(db, async (inside) => {
        await collapseVisitors(inside, today)
        await inside.deleteFrom("usage_salt").where("day", "<", today).execute()
        await forgetOld(inside, keptFromDay)
      })
      await forgetRare(db, "page", mostPages)
      await forgetRare(db, "topic", mostTopics)
    },
  }
}

async function readUsage(
  db: Database,
  { libraryKey, scope }: Parameters<UsageStore["read"]>[0],
  { fromDay, mostNames }: Parameters<UsageStore["read"]>[1],
): Promise<UsageCounts> {
  const ofScope = db
    .selectFrom("usage_count")
    .select(["kind", "day", "name", "count"])
    .where("library_key", "=", libraryKey)
    .where("scope", "=", scope)
  const ever = ofScope.where("day", "=", EVERY_DAY)
  const shownTopics = ever
    .where("kind", "=", "topic")
    .where("name", "in", topicsOfMany(db, libraryKey, scope))
    .orderBy("count", "desc")
    .orderBy("name")
    .limit(mostNames)
  const countries = ever.where("kind", "=", "country").orderBy("count", "desc").orderBy("name").limit(mostNames)
  const totals = await ever.where("kind", "=", "surface").execute()
  const named = [...(await shownTopics.execute()), ...(await countries.execute())]
  const days = ofScope.where("kind", "in", ["surface", "client"]).where("day", ">=", fromDay)
  const daily = await days.where("day", "!=", EVERY_DAY).execute()
  const counts = [...totals, ...named, ...daily].map((row) => ({ ...row, kind: row.kind as UsageCount["kind"] }))
  return { counts: [...counts, ...(await countVisitors(db, [libraryKey, scope], fromDay))] }
}

async function readLibraries(
  db: Database,
  { fromDay, limit }: Parameters<UsageStore["readLibraries"]>[0],
): Promise<LibraryCounts> {
  const ofRange = db
    .selectFrom("usage_count")
    .innerJoin("library", "library.key", "usage_count.name")
    .where("library.is_deleted", "=", NOT_DELETED)
    .where("usage_count.library_key", "=", EVERY_LIBRARY)
    .where("usage_count.scope", "=", EVERY_VERSION)
    .where("usage_count.kind", "=", "library")
    .where("usage_count.day", ">=", fromDay)
    .select(({ fn }) => fn.sum<number | string | null>("usage_count.count").as("requests"))
  const most = ofRange
    .select("usage_count.name as libraryKey")
    .groupBy("usage_count.name")
    .orderBy("requests", "desc")
    .orderBy("usage_count.name")
    .limit(limit)
  const [all, rows] = [await ofRange.executeTakeFirst(), await most.execute()]
  return {
    total: Number(all?.requests ?? 0),
    libraries: rows.map(({ libraryKey, requests }) => ({ libraryKey, count: Number(requests) })),
  }
}

async function readPages(
  db: Database,
  { libraryKey, versionTag }: Parameters<UsageStore["readPages"]>[0],
): Promise<PageCounts> {
  const rows = await db
    .selectFrom("usage_count")
    .select(["kind", "name", "count"])
    .where("library_key", "=", libraryKey)
    .where("scope", "=", versionTag)
    .where("kind", "in", ["answer", "page"])
    .where("day", "=", EVERY_DAY)
    .execute()
  const ofPages = rows.filter(({ kind }) => kind === "page")
  return {
    answerCount: rows.find(({ kind }) => kind === "answer")?.count ?? 0,
    countByPath: new Map(ofPages.map(({ name, count }) => [name, count])),
  }
}

/** The topic in the name of an asker counter. */
const askedTopic = sql<string>`substr(name, 1, length(name) - ${sql.lit(ASKER_GROUP_CHARACTERS)})`

/** Selects the topics that enough groups of users asked about. */
function topicsOfMany(db: Database, libraryKey: string, scope: string) {
  return db
    .selectFrom("usage_count")
    .where("library_key", "=", libraryKey)
    .where("scope", "=", scope)
    .where("kind", "=", "asker")
    .select(askedTopic.as("name"))
    .groupBy(askedTopic)
    .having(({ fn }) => fn.countAll(), ">=", TOPIC_MIN_PEOPLE)
}

/**
 * Adds up the counts of each row, because PostgreSQL cannot change a row twice in one statement.
 *
 * @returns rows in the same order for all processes. They all change the rows of the whole instance; in different
 *   orders, two transactions could wait for each other, and PostgreSQL would abort one of them.
 */
function sumByRow(counts: readonly UsageCount[]): readonly UsageCount[] {
  const rows = new Map<string, UsageCount>()
  for (const count of counts) {
    const row = JSON.stringify([count.libraryKey, count.scope, count.kind, count.day, count.name])
    rows.set(row, { ...count, count: count.count + (rows.get(row)?.count ?? 0) })
  }
  return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, count]) => count)
}

/** Sorts visitors, for the same reason. */
function sortVisitors(visitors: readonly UsageVisitor[]): readonly UsageVisitor[] {
  const rowOf = ({ libraryKey, scope, day, client, visitor }: UsageVisitor) =>
    JSON.stringify([libraryKey, scope, day, client, visitor])
  return visitors.toSorted((one, other) => (rowOf(one) < rowOf(other) ? -1 : 1))
}

async function addCounts(db: Database, counts: readonly UsageCount[]): Promise<void> {
  const rows = counts.map(({ libraryKey, ...scope }) => ({ library_key: libraryKey, ...scope }))
  await db
    .insertInto("usage_count")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["library_key", "scope", "kind", "day", "name"])
        .doUpdateSet((row) => ({ count: row("usage_count.count", "+", row.ref("excluded.count")) })),
    )
    .execute()
}

async function addVisitors(db: Database, visitors: readonly UsageVisitor[]): Promise<void> {
  const rows = visitors.map(({ libraryKey, ...scope }) => ({ library_key: libraryKey, ...scope }))
  const insertion = db.insertInto("usage_visitor").values(rows)
  await insertion.onConflict((conflict) => conflict.doNothing()).execute()
}

/** Counts the visitors of days that have not been summed up yet, by client and in total. */
async function countVisitors(db: Database, [libraryKey, scope]: readonly [string, string], fromDay: string) {
  const found = db
    .selectFrom("usage_visitor")
    .where("library_key", "=", libraryKey)
    .where("scope", "=", scope)
    .where("day", ">=", fromDay)
  const byClient = await found
    .select(({ fn }) => ["day", "client as name", fn.count<number | string>("visitor").as("count")])
    .groupBy(["day", "client"])
    .execute()
  const byDay = await found
    .select(({ fn }) => ["day", fn.count<number | string>("visitor").distinct().as("count")])
    .groupBy("day")
    .execute()
  const rows = [...byClient, ...byDay.map((row) => ({ ...row, name: EVERY_CLIENT }))]
  return rows.map(({ day, name, count }) => ({ kind: "client" as const, day, name, count: Number(count) }))
}

async function collapseVisitors(db: Database, today: string): Promise<void> {
  const past = db.selectFrom("usage_visitor").where("day", "<", today)
  const byClient = await past
    .select(({ fn }) => ["library_key", "scope", "day", "client", fn.count<number | string>("visitor").as("count")])
    .groupBy(["library_key", "scope", "day", "client"])
    .execute()
  const byDay = await past
    .select(({ fn }) => ["library_key", "scope", "day", fn.count<number | string>("visitor").distinct().as("count")])
    .groupBy(["library_key", "scope", "day"])
    .execute()
  const rows = [...byClient, ...byDay.map((row) => ({ ...row, client: EVERY_CLIENT }))]
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    const step = rows.slice(at, at + ROWS_PER_STATEMENT)
    const counts = step.map(({ library_key: libraryKey, scope, day, client: name, count }) => ({
      libraryKey,
      scope,
      day,
      kind: "client" as const,
      name,
      count: Number(count),
    }))
    await addCounts(db, counts)
  }
  await db.deleteFrom("usage_visitor").where("day", "<", today).execute()
}

async function forgetOld(db: Database, keptFromDay: string): Promise<void> {
  await db.deleteFrom("usage_count").where("day", "<", keptFromDay).where("day", "!=", EVERY_DAY).execute()
  const deleted = db.selectFrom("library").select("key").where("is_deleted", "=", 1)
  await db.deleteFrom("usage_count").where("library_key", "in", deleted).execute()
  await db
    .deleteFrom("usage_count")
    .where("library_key", "=", EVERY_LIBRARY)
    .where("kind", "=", "library")
    .where("name", "in", deleted)
    .execute()
  await db.deleteFrom("usage_visitor").where("library_key", "in", deleted).execute()
}

/** Deletes the rarest counters of a kind if a library version, or the whole instance, has more than `most`. */
async function forgetRare(db: Database, kind: "topic" | "page", most: number): Promise<void> {
  const crowded = await db
    .selectFrom("usage_count")
    .where("kind", "=", kind)
    .select(["library_key", "scope"])
    .groupBy(["library_key", "scope"])
    .having(({ fn }) => fn.countAll(), ">", most)
    .execute()
  for (const scope of crowded) {
    const kept = db
      .selectFrom("usage_count")
      .where("library_key", "=", scope.library_key)
      .where("scope", "=", scope.scope)
      .where("kind", "=", kind)
      .select("name")
      .orderBy("count", "desc")
      .orderBy("name")
      .limit(most)
    await db
      .deleteFrom("usage_count")
      .where("library_key", "=", scope.library_key)
      .where("scope", "=", scope.scope)
      .where("kind", "=", kind)
      .where("name", "not in", kept)
      .execute()
    if (kind === "topic") await forgetAskers(db, scope)
  }
}

/** Deletes the user groups of topics that are no longer kept. */
async function forgetAskers(
  db: Database,
  { library_key: libraryKey, scope }: Pick<UsageCountTable, "library_key" | "scope">,
): Promise<void> {
  const topics = db
    .selectFrom("usage_count")
    .where("library_key", "=", libraryKey)
    .where("scope", "=", scope)
    .where("kind", "=", "topic")
  await db
    .deleteFrom("usage_count")
    .where("library_key", "=", libraryKey)
    .where("scope", "=", scope)
    .where("kind", "=", "asker")
    .where(askedTopic, "not in", topics.select("name"))
    .execute()
}
