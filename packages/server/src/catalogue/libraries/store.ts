import { foldLibraryId } from "@lectern/contract"
import type { Insertable, SelectQueryBuilder, Updateable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import type { LibraryChanges, LibraryRecord, LibraryStore, NewLibrary } from "./records.ts"
import type { CatalogueTables, Database } from "../schema/database.ts"
import type { LibraryTable } from "../schema/libraries.ts"
import {
  LISTED_COLUMNS,
  OUTLINE_COLUMNS,
  SHOWN_COLUMNS,
  lookupOwners,
  NOT_DELETED,
  ownerOf,
  PUBLIC_OWNER,
  toLibrary,
  toLibraryColumns,
  toListedLibrary,
  toShownLibrary,
  toOutline,
  visibleOwners,
} from "./rows.ts"
import { newRowKey } from "../engines/row-key.ts"
import { atomically, takeNumbers } from "../engines/transactions.ts"

/** The due date for sources other than repositories, which have no git host to query. */
const NEVER_MS = Number.MAX_SAFE_INTEGER

/** Rows per insert statement: at 38 values each, far below every engine's limit of bound values. */
const ROWS_PER_STATEMENT = 100

/** Stores libraries. */
export function createLibraryStore(db: Database, clock: Clock): LibraryStore {
  const living = () => db.selectFrom("library").selectAll().where("is_deleted", "=", NOT_DELETED)
  return {
    add: async (library) => (await addMany(db, [library], clock.now()))[0],
    addMany: (libraries) => addMany(db, libraries, clock.now()),
    async byKey(key) {
      const row = await db.selectFrom("library").selectAll().where("key", "=", key).executeTakeFirst()
      return row && toLibrary(row)
    },
    ...byKeysOf(db),
    async byId(id, teamspaceKey = null) {
      const named = living().where("folded_id", "=", foldLibraryId(id))
      const row = await named.where("teamspace_key", "=", teamspaceKey ?? PUBLIC_OWNER).executeTakeFirst()
      return row && toLibrary(row)
    },
    async called(id, owners) {
      const named = living().where("folded_id", "=", foldLibraryId(id))
      const rows = named.where("teamspace_key", "in", lookupOwners(owners)).orderBy("teamspace_key", "desc")
      return (await rows.execute()).map(toLibrary)
    },
    async bySourceUrl(url, teamspaceKey = null) {
      const read = living().where("source_url", "=", url)
      const owned = read.where("teamspace_key", "=", teamspaceKey ?? PUBLIC_OWNER)
      const row = await owned.orderBy("created_at_ms").limit(1).executeTakeFirst()
      return row && toLibrary(row)
    },
    async ofSource(url, ids) {
      const read = living().where((is) => is("source_url", "=", url).or("folded_id", "in", ids.map(foldLibraryId)))
      return (await read.orderBy("created_at_ms").execute()).map(toLibrary)
    },
    redirectsTo: (id, teamspaceKey) => redirectsTo(db, id, teamspaceKey),
    update: (key, changes) => update(db, key, changes),
    moveState: (key, from, to, reason) => change(db, key, { state: to, state_reason: reason }, from),
    async changedSince(after, limit) {
      const rows = db.selectFrom("library").select(LISTED_COLUMNS).where("change_number", ">", after)
      return (await rows.orderBy("change_number").limit(limit).execute()).map(toListedLibrary)
    },
    async outlinesSince(after, limit) {
      const rows = db.selectFrom("library").select(OUTLINE_COLUMNS).where("change_number", ">", after)
      return (await rows.orderBy("change_number").limit(limit).execute()).map(toOutline)
    },
    ...listsOf(db),
    async count() {
      const counted = db.selectFrom("library").select((count) => count.fn.countAll<number | string>().as("count"))
      return Number((await counted.where("is_deleted", "=", NOT_DELETED).executeTakeFirstOrThrow()).count)
    },
    usedBy: (teamspaceKey) => usedBy(db, teamspaceKey),
    async ofTeamspace(teamspaceKey) {
      return (await living().where("teamspace_key", "=", teamspaceKey).orderBy("folded_id").execute()).map(toLibrary)
    },
    async managedBy(name) {
      return (await living().where("kept_by", "=", name).orderBy("folded_id").execute()).map(toLibrary)
    },
    ...scheduleOf(db),
    remove: (key) => remove(db, key, clock.now()),
  }
}

async function redirectsTo(db: Database, id: string, teamspaceKey: string | null): Promise<readonly LibraryRecord[]> {
  const rows = db
    .selectFrom("library")
    .selectAll()
    .where("is_deleted", "=", NOT_DELETED)
    .where("teamspace_key", "=", teamspaceKey ?? PUBLIC_OWNER)
    .where("published_at_ms", "is", null)
    .where((is) => {
      // The database folds ASCII letters only.
      const folded = is(is.fn<string>("lower", ["redirect_to"]), "=", foldLibraryId(id))
      return folded.or("redirect_to", "=", id)
    })
  return (await rows.execute()).map(toLibrary)
}

function byKeysOf(db: Database): Pick<LibraryStore, "byKeys" | "shownByKeys"> {
  return {
    async byKeys(keys) {
      if (keys.length === 0) return []
      const rows = db
        .selectFrom("library")
        .selectAll()
        .where("key", "in", [...keys])
      return (await rows.execute()).map(toLibrary)
    },
    async shownByKeys(keys) {
      if (keys.length === 0) return []
      const rows = db
        .selectFrom("library")
        .select(SHOWN_COLUMNS)
        .where("key", "in", [...keys])
      return (await rows.execute()).map(toShownLibrary)
    },
  }
}

function listsOf(db: Database): Pick<LibraryStore, "list" | "unpublished" | "newest" | "failedAdditions"> {
  const living = db.selectFrom("library").where("is_deleted", "=", NOT_DELETED)
  return {
    async list({ offset, limit }) {
      return (await newestFirst(living.selectAll()).offset(offset).limit(limit).execute()).map(toLibrary)
    },
    async unpublished({ afterKey, limit, reader }) {
      const read = living.selectAll().where("published_at_ms", "is", null)
      const owned = read.where("teamspace_key", "in", visibleOwners(reader))
      const after = afterKey === undefined ? owned : owned.where("key", "<", afterKey)
      return (await newestFirst(after).limit(limit).execute()).map(toLibrary)
    },
    async failedAdditions(addedBeforeMs) {
      const failed = living.selectAll().where("state", "=", "error").where("published_at_ms", "is", null)
      const old = failed.where("created_at_ms", "<=", addedBeforeMs).where("redirect_to", "is", null)
      return (await old.where("kept_by", "is", null).execute()).map(toLibrary)
    },
    newest({ limit, reader }) {
      const read = living.select(["key", "id"]).where("teamspace_key", "in", visibleOwners(reader))
      return newestFirst(read).limit(limit).execute()
    },
  }
}

function newestFirst<Row>(libraries: SelectQueryBuilder<CatalogueTables, "library", Row>) {
  return libraries.orderBy("published_at_ms", (order) => order.desc().nullsLast()).orderBy("key", "desc")
}

function scheduleOf(db: Database): Pick<LibraryStore, "dueForCheck" | "setNextCheck" | "makeAllDue"> {
  const library = () => db.updateTable("library")
  return {
    async dueForCheck(nowMs, limit) {
      const waiting = db
        .selectFrom("library")
        .selectAll()
        .where("is_deleted", "=", NOT_DELETED)
        .where("look_at_ms", "<=", nowMs)
      return (await waiting.orderBy("look_at_ms").limit(limit).execute()).map(toLibrary)
    },
    async setNextCheck(key, timeMs) {
      await library().set({ look_at_ms: timeMs }).where("key", "=", key).execute()
    },
    async makeAllDue() {
      await library().set({ look_at_ms: 0 }).where("look_at_ms", ">", 0).execute()
    },
  }
}

async function addMany(
  db: Database,
  libraries: readonly NewLibrary[],
  nowMs: number,
): Promise<(LibraryRecord | undefined)[]> {
  if (libraries.length === 0) return []
  return atomically(db, async (transaction) => {
    const first = (await takeNumbers(transaction, "library_change", libraries.length)) - libraries.length + 1
    const rows = libraries.map((library, place) => newRow(library, first + place, nowMs))
    const added = new Map<string, LibraryRecord>()
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      const inserted = await transaction
        .insertInto("library")
        .values(rows.slice(start, start + ROWS_PER_STATEMENT))
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .execute()
      inserted.forEach((row) => added.set(row.key, toLibrary(row)))
    }
    return rows.map((row) => added.get(row.key))
  })
}

function newRow(library: NewLibrary, changeNumber: number, nowMs: number): Insertable<LibraryTable> {
  return {
    key: newRowKey(),
    id: library.id,
    folded_id: foldLibraryId(library.id),
    kind: library.kind,
    title: library.title,
    description: library.description,
    is_described: library.isDescribed ? 1 : 0,
    state: "initial",
    state_reason: null,
    is_private: library.isPrivate ? 1 : 0,
    teamspace_key: ownerOf(library),
    project_key: library.projectKey ?? null,
    license: library.license ?? null,
    site_facts: library.siteFacts ? JSON.stringify(library.siteFacts) : null,
    access: library.access ? JSON.stringify(library.access) : null,
    source_url: library.source.url,
    source: JSON.stringify(library.source),
    branch: library.branch ?? "",
    stars: library.stars ?? -1,
    trust_score: library.trustScore ?? -1,
    benchmark_score: library.benchmarkScore ?? -1,
    is_verified: library.isVerified === true ? 1 : 0,
    redirect_to: null,
    rules: JSON.stringify(library.rules ?? []),
    available_tags: "[]",
    characteristic_terms: "[]",
    aliases: null,
    total_tokens: 0,
    total_snippets: 0,
    flagged_snippets: 0,
    created_at_ms: nowMs,
    published_at_ms: null,
    change_number: changeNumber,
    is_deleted: 0,
    refresh_schedule: null,
    given_words: library.given ? JSON.stringify(library.given) : null,
    kept_by: library.managedBy ?? null,
    look_at_ms: 0,
    facts: null,
    facts_due_at_ms: library.source.type === "git" ? 0 : NEVER_MS,
    written_description: null,
    written_tokens: 0,
  }
}

async function update(db: Database, key: string, changes: LibraryChanges): Promise<void> {
  const columns = toLibraryColumns(changes)
  if (changes.isDeleted === true) {
    throw new Error("cannot delete a library with update: call remove")
  }
  if (Object.keys(columns).length > 0) {
    const isScheduledAnew = changes.refreshSchedule !== undefined || changes.source !== undefined
    await change(db, key, isScheduledAnew ? { ...columns, look_at_ms: 0 } : columns)
  }
}

/** Changes a library and assigns a change number. @returns false if it was deleted or its state is not one of `from`. */
async function change(
  db: Database,
  key: string,
  columns: Updateable<LibraryTable>,
  from?: readonly string[],
): Promise<boolean> {
  return atomically(db, async (transaction) => {
    const isMet = transaction
      .selectFrom("library")
      .select("key")
      .where("key", "=", key)
      .where("is_deleted", "=", NOT_DELETED)
    const matching = from === undefined ? isMet : isMet.where("state", "in", [...from])
    // Takes a number only if there is something to change. The update checks the row again while it is locked.
    if ((await matching.executeTakeFirst()) === undefined) return false
    const changeNumber = await takeNumbers(transaction, "library_change", 1)
    const changed = transaction
      .updateTable("library")
      .set({ ...columns, change_number: changeNumber })
      .where("key", "=", key)
      .where("is_deleted", "=", NOT_DELETED)
    const guarded = from === undefined ? changed : changed.where("state", "in", [...from])
    return (await guarded.executeTakeFirst()).numUpdatedRows > 0n
  })
}

/** Deletes a library with its access token, cancels its queued jobs and requests cancellation of running ones. */
async function remove(db: Database, key: string, nowMs: number): Promise<void> {
  await atomically(db, async (transaction) => {
    const row = await transaction.selectFrom("library").selectAll().where("key", "=", key).executeTakeFirst()
    if (row === undefined) return
    // The tombstone is kept, and copied into backups.
    const { source } = toLibraryColumns({ source: { ...toLibrary(row).source, sealedToken: null } })
    if (!(await change(transaction, key, { source, is_deleted: 1 }))) return
    await transaction.deleteFrom("version").where("library_key", "=", key).execute()
    const jobs = () => transaction.updateTable("job").where("library_key", "=", key)
    await jobs().set({ state: "cancelled", finished_at_ms: nowMs }).where("state", "=", "queued").execute()
    await jobs().set({ is_cancel_requested: 1 }).where("state", "=", "running").execute()
  })
}

async function usedBy(db: Database, teamspaceKey: string): Promise<{ libraries: number; tokens: number }> {
  const counted = await db
    .selectFrom("library")
    .leftJoin("version", "version.library_key", "library.key")
    .where("library.teamspace_key", "=", teamspaceKey)
    .where("library.is_deleted", "=", NOT_DELETED)
    .select((column) => [
      // Excludes the redirects of moved libraries, which no list shows.
      column.fn
        .count<number | string>("library.key")
        .distinct()
        .filterWhere(({ or, eb }) =>
          or([eb("library.redirect_to", "is", null), eb("library.published_at_ms", "is not", null)]),
        )
        .as("libraries"),
      column.fn.sum<number | string | null>("version.total_tokens").as("tokens"),
    ])
    .executeTakeFirstOrThrow()
  return { libraries: Number(counted.libraries), tokens: Number(counted.tokens ?? 0) }
}
