import type { Selectable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import type { Publication, TagRecord, VersionRecord, VersionStore } from "./records.ts"
import type { SourceRecord } from "../libraries/records.ts"
import type { Database } from "../schema/database.ts"
import type { VersionTable } from "../schema/versions.ts"
import { newRowKey } from "../engines/row-key.ts"
import { NOT_DELETED } from "../libraries/rows.ts"

/** Stores the versions of libraries. */
export function createVersionStore(db: Database, clock: Clock): VersionStore {
  const ofLibrary = (key: string) => db.selectFrom("version").selectAll().where("library_key", "=", key)
  return {
    async get(libraryKey, tag) {
      const row = await ofLibrary(libraryKey).where("tag", "=", tag).executeTakeFirst()
      return row && toVersion(row)
    },
    async ofLibrary(libraryKey) {
      return (await ofLibrary(libraryKey).orderBy("tag").execute()).map(toVersion)
    },
    tagsOf: (libraryKeys) => tagsOf(db, libraryKeys),
    async ensure(libraryKey, tag) {
      const existing = await ofLibrary(libraryKey).where("tag", "=", tag).executeTakeFirst()
      if (existing !== undefined) return toVersion(existing)
      await db
        .insertInto("version")
        .values(newRow(libraryKey, tag))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return toVersion(await ofLibrary(libraryKey).where("tag", "=", tag).executeTakeFirstOrThrow())
    },
    async remove(key) {
      await db.deleteFrom("version").where("key", "=", key).execute()
    },
    async moveState(key, from, to) {
      const moved = db
        .updateTable("version")
        .set({ state: to })
        .where("key", "=", key)
        .where("state", "in", [...from])
      return (await moved.executeTakeFirst()).numUpdatedRows > 0n
    },
    publish: (key, expectedGeneration, publication) =>
      publish(db, key, { expectedGeneration, publication, nowMs: clock.now() }),
    async keepArchive(key, expectedGeneration, archiveHash) {
      const kept = db.updateTable("version").set({ archive_hash: archiveHash }).where("key", "=", key)
      await kept.where("generation", "=", expectedGeneration).execute()
    },
    async withoutVectorsOf(embedder, { after, limit }) {
      const rows = db.selectFrom("version").selectAll().where("key", ">", after).where("index_hash", "is not", null)
      const stale = rows.where((version) =>
        version.or([version("embedder", "is", null), version("embedder", "!=", embedder)]),
      )
      return (await stale.orderBy("key").limit(limit).execute()).map(toVersion)
    },
    async replaceIndex(key, { from, to, embedder }) {
      const replaced = db.updateTable("version").set({ index_hash: to, embedder }).where("key", "=", key)
      return (await replaced.where("index_hash", "=", from).executeTakeFirst()).numUpdatedRows > 0n
    },
    async replaceReport(key, { from, to }) {
      const replaced = db.updateTable("version").set({ report_hash: to }).where("key", "=", key)
      return (await replaced.where("report_hash", "=", from).executeTakeFirst()).numUpdatedRows > 0n
    },
    referencedBlobs: () => referencedBlobs(db),
    folderLists: () => folderLists(db),
  }
}

async function tagsOf(
  db: Database,
  libraryKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly TagRecord[]>> {
  const grouped = new Map<string, TagRecord[]>()
  if (libraryKeys.length === 0) return grouped
  const rows = db
    .selectFrom("version")
    .select(["library_key", "tag", "index_hash"])
    .where("library_key", "in", [...libraryKeys])
  for (const { library_key: libraryKey, tag, index_hash: indexHash } of await rows.orderBy("tag").execute()) {
    const known = grouped.get(libraryKey)
    if (known === undefined) grouped.set(libraryKey, [{ tag, indexHash }])
    else known.push({ tag, indexHash })
  }
  return grouped
}

function newRow(libraryKey: string, tag: string): Selectable<VersionTable> {
  return {
    key: newRowKey(),
    library_key: libraryKey,
    tag,
    state: "initial",
    branch: "",
    revision: null,
    index_hash: null,
    report_hash: null,
    archive_hash: null,
    recipe: null,
    embedder: null,
    total_tokens: 0,
    total_snippets: 0,
    flagged_snippets: 0,
    generation: 0,
    published_at_ms: null,
  }
}

interface Switch {
  readonly expectedGeneration: number
  readonly publication: Publication
  readonly nowMs: number
}

async function publish(
  db: Database,
  key: string,
  { expectedGeneration, publication, nowMs }: Switch,
): Promise<boolean> {
  const switched = await db
    .updateTable("version")
    .set({
      state: "finalized",
      branch: publication.branch,
      revision: publication.revision,
      index_hash: publication.indexHash,
      report_hash: publication.reportHash,
      archive_hash: publication.archiveHash,
      recipe: publication.recipe,
      embedder: publication.embedder ?? null,
      total_tokens: publication.totalTokens,
      total_snippets: publication.totalSnippets,
      flagged_snippets: publication.flaggedSnippets ?? 0,
      generation: expectedGeneration + 1,
      published_at_ms: nowMs,
    })
    .where("key", "=", key)
    .where("generation", "=", expectedGeneration)
    .executeTakeFirst()
  return switched.numUpdatedRows > 0n
}

/** Lists every blob in use. The bundle of an import is in use only until the import has finished. */
async function referencedBlobs(db: Database): Promise<ReadonlySet<string>> {
  const versions = await db.selectFrom("version").select(["index_hash", "report_hash", "archive_hash"]).execute()
  const reports = await db.selectFrom("job").select("report_hash").where("report_hash", "is not", null).execute()
  const pending = db.selectFrom("job").select("bundle_hash").where("state", "in", ["queued", "running"])
  const bundles = await pending.where("bundle_hash", "is not", null).execute()
  const files = (await sourcesWithFiles(db)).flatMap((source) => source.files ?? [])
  const kept = db.selectFrom("kept_page").innerJoin("library", "library.key", "kept_page.library_key")
  const pages = await kept.select("kept_page.hash").where("library.is_deleted", "=", NOT_DELETED).execute()
  const hashes = [
    ...pages.map((page) => page.hash),
    ...files.map((file) => file.hash),
    ...versions.flatMap((version) => [version.index_hash, version.report_hash, version.archive_hash]),
    ...reports.map((job) => job.report_hash),
    ...bundles.map((job) => job.bundle_hash),
  ]
  return new Set(hashes.filter((hash) => hash !== null))
}

async function folderLists(db: Database): Promise<readonly string[]> {
  const folders = (await sourcesWithFiles(db)).filter(({ options }) => options?.["isFolder"] === true)
  return folders.flatMap(({ files = [] }) => files.map(({ hash }) => hash))
}

async function sourcesWithFiles(db: Database): Promise<readonly SourceRecord[]> {
  const living = db.selectFrom("library").select("source").where("is_deleted", "=", NOT_DELETED)
  const rows = await living.where("source", "like", '%"files":[{%').execute()
  return rows.map(({ source }) => JSON.parse(source) as SourceRecord)
}

function toVersion(row: Selectable<VersionTable>): VersionRecord {
  return {
    key: row.key,
    libraryKey: row.library_key,
    tag: row.tag,
    state: row.state as VersionRecord["state"],
    branch: row.branch,
    revision: row.revision,
    indexHash: row.index_hash,
    reportHash: row.report_hash,
    archiveHash: row.archive_hash,
    recipe: row.recipe,
    embedder: row.embedder,
    totalTokens: row.total_tokens,
    totalSnippets: row.total_snippets,
    flaggedSnippets: row.flagged_snippets,
    generation: row.generation,
    publishedAtMs: row.published_at_ms,
  }
}
