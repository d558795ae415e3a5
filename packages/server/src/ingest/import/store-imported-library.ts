import type { ImportLibrary } from "@lectern/contract"
import { InternalFailure } from "../../base/errors.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { LibraryChanges, LibraryKind, NewLibrary, SourceRecord } from "../../catalogue/libraries/records.ts"
import type { IndexSummary } from "@lectern/engine"
import { recordOf } from "../../sources/source-record.ts"
import { emitIngested } from "../publish/emit-library-events.ts"
import { cleanLibraryTexts } from "../read/clean-library-texts.ts"
import { moveTo } from "../states.ts"
import { ownPackages } from "../../resolve/directory/own-packages.ts"

/** The index of an imported library or of one version of it. */
export interface ImportedIndex {
  /** Empty for the default version. */
  readonly tag: string
  /** The built file. */
  readonly path: string
  /** Hash of its blob. */
  readonly hash?: string
  readonly summary: IndexSummary
}

/** A library of a bundle with its built indexes, the default version first. */
export interface ImportedLibrary {
  readonly library: ImportLibrary
  readonly indexes: readonly ImportedIndex[]
}

/** Source kinds by their name in exports. */
const KIND_BY_TYPE: Readonly<Record<string, LibraryKind>> = {
  repo: "repo",
  github: "repo",
  gitlab: "repo",
  bitbucket: "repo",
  git: "repo",
  website: "website",
  openapi: "openapi",
  llmstxt: "llmstxt",
  upload: "upload",
  wiki: "wiki",
  confluence: "wiki",
  notes: "notes",
  notion: "notes",
}

/** Returns the export name of an imported library's kind; for imports, their type. */
export function kindOfImport(type: string): LibraryKind {
  const word = type.toLowerCase()
  return Object.hasOwn(KIND_BY_TYPE, word) ? (KIND_BY_TYPE[word] ?? "import") : "import"
}

/** Options for storing a built import. */
export interface ImportedLibraryRequest {
  readonly bundleHash: string
  /** True to also replace a library that was not imported. */
  readonly force: boolean
  readonly jobId: string
  readonly nowMs: number
}

/** Stores a built import in the catalogue, replacing an existing library. Runs in a transaction. */
export async function storeImportedLibrary(
  catalogue: Catalogue,
  { library, indexes }: ImportedLibrary,
  { bundleHash, force, jobId, nowMs }: ImportedLibraryRequest,
): Promise<void> {
  const fresh = newLibrary(library)
  const living = await catalogue.libraries.byId(fresh.id)
  // A user may have added it while the index was built.
  if (living !== undefined && living.source.type !== "import" && !force) return
  const record = living ?? (await catalogue.libraries.add(fresh))
  if (record === undefined) throw new InternalFailure(`library ${fresh.id} could not be added`)
  for (const { tag, hash, summary } of indexes) {
    if (hash === undefined) throw new InternalFailure(`the index of ${fresh.id} was not stored`)
    const version = await catalogue.versions.ensure(record.key, tag)
    const { tokens, snippets, findings } = summary
    const totals = { totalTokens: tokens, totalSnippets: snippets, flaggedSnippets: findings.count }
    const publication = {
      branch: library.branch,
      revision: bundleHash,
      indexHash: hash,
      reportHash: null,
      archiveHash: null,
      recipe: "import",
    }
    await moveTo(catalogue, version, "processing")
    await catalogue.versions.publish(version.key, version.generation, { ...publication, ...totals })
    await moveTo(catalogue, version, "finalized")
    const read = {
      jobId,
      version,
      outcome: "published",
      nowMs,
      snippets,
      tokens,
    } as const
    if (tag !== "") {
      await emitIngested(catalogue, record.key, read)
      continue
    }
    const changes: LibraryChanges = {
      ...totals,
      characteristicTerms: summary.characteristicTerms,
      aliases: ownPackages(summary.packages, fresh),
      publishedAtMs: nowMs,
    }
    await catalogue.libraries.update(record.key, living === undefined ? changes : { ...described(fresh), ...changes })
    await emitIngested(catalogue, record.key, read)
  }
}

function newLibrary(
  library: ImportLibrary,
): NewLibrary & { readonly branch: string; readonly rules: readonly string[] } {
  const { title, description, rules } = library
  const { manifest } = cleanLibraryTexts({ manifest: { projectTitle: title, description, rules }, description: {} })
  return {
    id: library.project,
    kind: kindOfImport(library.type),
    title: manifest.projectTitle ?? library.project.split("/").at(-1) ?? library.project,
    description: manifest.description ?? "",
    isDescribed: true,
    isPrivate: false,
    source: sourceOfImport(library),
    branch: library.branch,
    rules: manifest.rules ?? [],
  }
}

function described(fresh: ReturnType<typeof newLibrary>): LibraryChanges {
  const { kind, title, description, isDescribed, source, branch, rules } = fresh
  return { kind, title, description, isDescribed, source, branch, rules, redirectTo: null }
}

/** Creates the source record of an imported library: its original source, which is never fetched here. */
export function sourceOfImport(library: Pick<ImportLibrary, "docsRepoUrl" | "docsSiteUrl" | "branch">): SourceRecord {
  return recordOf({ kind: "import", url: library.docsRepoUrl || library.docsSiteUrl, branch: library.branch || null })
}
