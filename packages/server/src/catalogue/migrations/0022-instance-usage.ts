import { type Kysely, sql } from "kysely"

/**
 * Adds up the usage of all libraries as the usage of the instance, under the empty library key. Topics include only
 * those of public libraries. Users of clients are left out, because a user of several libraries would be counted
 * several times.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const add = (query: ReturnType<typeof sql>) =>
    sql`INSERT INTO usage_count (library_key, scope, kind, day, name, count) ${query}`.execute(db)
  await add(sql`
    SELECT '', '*', kind, day, name, CAST(SUM(count) AS bigint) FROM usage_count
    WHERE scope = '*' AND kind IN ('surface', 'country') GROUP BY kind, day, name`)
  await add(sql`
    SELECT '', '*', 'library', day, library_key, CAST(SUM(count) AS bigint) FROM usage_count
    WHERE library_key <> '' AND scope = '*' AND kind = 'surface' AND day <> '' GROUP BY day, library_key`)
  await add(sql`
    SELECT '', '*', usage_count.kind, usage_count.day, usage_count.name, CAST(SUM(usage_count.count) AS bigint)
    FROM usage_count JOIN library ON library.key = usage_count.library_key
    WHERE usage_count.scope = '*' AND usage_count.kind IN ('topic', 'asker') AND library.is_private = 0
    GROUP BY usage_count.kind, usage_count.day, usage_count.name`)
}
