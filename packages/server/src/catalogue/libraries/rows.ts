import { foldLibraryId } from "@lectern/contract"
import { type Selectable, sql, type Updateable } from "kysely"
import { MAIN_TEAMSPACE } from "../teamspaces/records.ts"
import type {
  LibraryChanges,
  LibraryOutline,
  LibraryRecord,
  ListedLibrary,
  LookupOwners,
  ShownLibrary,
} from "./records.ts"
import type { LibraryTable } from "../schema/libraries.ts"

/** Columns of the outline of a library. */
export const OUTLINE_COLUMNS = [
  "key",
  "folded_id",
  "kind",
  "state",
  "teamspace_key",
  "license",
  "site_facts",
  "access",
  "source",
  "stars",
  "trust_score",
  "is_verified",
  "redirect_to",
  "flagged_snippets",
  "published_at_ms",
  "change_number",
  "is_deleted",
] as const satisfies readonly (keyof LibraryTable)[]

/** Columns of a listed library. */
export const LISTED_COLUMNS = [
  ...OUTLINE_COLUMNS,
  "id",
  "title",
  "description",
  "characteristic_terms",
  "aliases",
  "total_snippets",
  "written_description",
] as const satisfies readonly (keyof LibraryTable)[]

/** Columns of a library in lists and search results. */
export const SHOWN_COLUMNS = [
  ...OUTLINE_COLUMNS,
  "id",
  "title",
  "description",
  "written_description",
  "branch",
  "created_at_ms",
  "total_tokens",
  "total_snippets",
  "benchmark_score",
  "given_words",
] as const satisfies readonly (keyof LibraryTable)[]

/** Converts the columns of an outline. Lectern wrote the JSON columns itself, so they are not validated. */
export function toOutline(row: Pick<Selectable<LibraryTable>, (typeof OUTLINE_COLUMNS)[number]>): LibraryOutline {
  return {
    key: row.key,
    foldedId: row.folded_id,
    kind: row.kind as LibraryRecord["kind"],
    state: row.state as LibraryRecord["state"],
    isPrivate: row.teamspace_key !== "",
    teamspaceKey: row.teamspace_key === "" ? null : row.teamspace_key,
    license: row.license,
    siteFacts: row.site_facts === null ? null : (JSON.parse(row.site_facts) as LibraryRecord["siteFacts"]),
    access: row.access === null ? null : (JSON.parse(row.access) as LibraryRecord["access"]),
    source: JSON.parse(row.source) as LibraryRecord["source"],
    stars: row.stars,
    trustScore: row.trust_score,
    isVerified: row.is_verified === 1,
    redirectTo: row.redirect_to,
    flaggedSnippets: row.flagged_snippets,
    publishedAtMs: row.published_at_ms,
    changeNumber: row.change_number,
    isDeleted: row.is_deleted === 1,
  }
}

/** Converts the columns of a listed library. */
export function toListedLibrary(row: Pick<Selectable<LibraryTable>, (typeof LISTED_COLUMNS)[number]>): ListedLibrary {
  // Not spread: V8 creates a hidden class for each object that is spread and then extended, and these classes fill the
  // old generation of the heap.
  return Object.assign(toOutline(row), {
    id: row.id,
    title: row.title,
    description: row.description,
    characteristicTerms: JSON.parse(row.characteristic_terms) as string[],
    aliases: row.aliases === null ? [] : (JSON.parse(row.aliases) as string[]),
    totalSnippets: row.total_snippets,
    writtenDescription: row.written_description,
  })
}

/** Converts the columns of a library in lists and search results. */
export function toShownLibrary(row: Pick<Selectable<LibraryTable>, (typeof SHOWN_COLUMNS)[number]>): ShownLibrary {
  return {
    ...toOutline(row),
    id: row.id,
    title: row.title,
    description: row.description,
    writtenDescription: row.written_description,
    branch: row.branch,
    createdAtMs: row.created_at_ms,
    totalTokens: row.total_tokens,
    totalSnippets: row.total_snippets,
    benchmarkScore: row.benchmark_score,
    given: toGiven(row),
  }
}

/** Converts a row to a record. */
export function toLibrary(row: Selectable<LibraryTable>): LibraryRecord {
  // Not spread, for the same reason: each question reads a library, and its 5 µs became 35 µs, with a garbage
  // collection every 500 rows.
  return Object.assign(toListedLibrary(row), {
    isDescribed: row.is_described === 1,
    stateReason: row.state_reason,
    projectKey: row.project_key,
    branch: row.branch,
    benchmarkScore: row.benchmark_score,
    rules: JSON.parse(row.rules) as string[],
    availableTags: JSON.parse(row.available_tags) as string[],
    totalTokens: row.total_tokens,
    createdAtMs: row.created_at_ms,
    refreshSchedule: row.refresh_schedule,
    given: toGiven(row),
    managedBy: row.kept_by,
    facts: row.facts === null ? {} : (JSON.parse(row.facts) as LibraryRecord["facts"]),
    writtenTokens: row.written_tokens,
  })
}

function toGiven({ given_words: given }: Pick<Selectable<LibraryTable>, "given_words">): LibraryRecord["given"] {
  return given === null ? {} : (JSON.parse(given) as LibraryRecord["given"])
}

/** Converts changes to columns; fields that are not given are omitted. */
export function toLibraryColumns(changes: LibraryChanges): Updateable<LibraryTable> {
  const columns: { [Column in keyof LibraryTable]?: LibraryTable[Column] | undefined } = {
    id: changes.id,
    folded_id: changes.id === undefined ? undefined : foldLibraryId(changes.id),
    kind: changes.kind,
    title: changes.title,
    description: changes.description,
    is_described: asNumber(changes.isDescribed),
    state: changes.state,
    state_reason: changes.stateReason,
    ...ownerColumns(changes),
    project_key: changes.projectKey,
    license: changes.license,
    site_facts: asNullableJson(changes.siteFacts),
    access: asNullableJson(changes.access),
    source_url: changes.source?.url,
    source: asJson(changes.source),
    branch: changes.branch,
    stars: changes.stars,
    trust_score: changes.trustScore,
    benchmark_score: changes.benchmarkScore,
    is_verified: asNumber(changes.isVerified),
    redirect_to: changes.redirectTo,
    rules: asJson(changes.rules),
    available_tags: asJson(changes.availableTags),
    characteristic_terms: asJson(changes.characteristicTerms),
    aliases: asJson(changes.aliases),
    total_tokens: changes.totalTokens,
    total_snippets: changes.totalSnippets,
    flagged_snippets: changes.flaggedSnippets,
    published_at_ms: changes.publishedAtMs,
    refresh_schedule: changes.refreshSchedule,
    given_words: asJson(changes.given),
    kept_by: changes.managedBy,
    facts: asJson(changes.facts),
    written_description: changes.writtenDescription,
    written_tokens: changes.writtenTokens,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

function asNumber(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}

/**
 * Returns the columns for the owner. A library with an owner is private; a private library without a named owner
 * belongs to the built-in teamspace.
 */
function ownerColumns({ isPrivate, teamspaceKey }: LibraryChanges): Updateable<LibraryTable> {
  if (isPrivate === undefined && teamspaceKey === undefined) return {}
  const owner = ownerOf({ isPrivate: isPrivate ?? teamspaceKey !== null, teamspaceKey })
  return { is_private: owner === PUBLIC_OWNER ? 0 : 1, teamspace_key: owner }
}

/** The owner of public libraries in the table. */
export const PUBLIC_OWNER = ""

/** Returns the owner as stored in the table; a private library without a named owner belongs to the built-in teamspace. */
export function ownerOf(library: { readonly isPrivate: boolean; readonly teamspaceKey?: string | null | undefined }) {
  return library.isPrivate ? (library.teamspaceKey ?? MAIN_TEAMSPACE) : PUBLIC_OWNER
}

/** Returns the owners whose libraries a teamspace can see; with null, only public libraries. */
export function visibleOwners(teamspaceKey: string | null): string[] {
  return teamspaceKey === null ? [PUBLIC_OWNER] : [PUBLIC_OWNER, teamspaceKey]
}

/** An owner that no row has. */
const NO_OWNER = "-"

/**
 * `is_deleted` of a library that is not deleted, as a literal. With a parameter, SQLite cannot tell in advance whether
 * the partial index of existing libraries applies, and compiles the query again for each value, which takes about 30 µs
 * more.
 */
export const NOT_DELETED = sql.lit(0)

/** Always returns two owners, so that every lookup that finds nothing takes the same time. */
export function lookupOwners({ teamspaceKey, isPublicRead }: LookupOwners): readonly string[] {
  return [isPublicRead ? PUBLIC_OWNER : NO_OWNER, teamspaceKey ?? NO_OWNER]
}

function asNullableJson(value: object | null | undefined): string | null | undefined {
  return value === null ? null : asJson(value)
}

function asJson(value: object | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value)
}
