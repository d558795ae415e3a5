import { changedFields } from "../../base/changes.ts"
import { LIMITS, type ScopePreview, type ScopePreviewRequest, type UpdateLibraryRequest } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { InvalidInput } from "../../base/errors.ts"
import { readReport } from "../../blobs/stored-report.ts"
import type { LibraryRecord, SourceRecord } from "../../catalogue/libraries/records.ts"
import type { LeftOutReason } from "../../sources/base/source-file.ts"
import { filterPaths } from "../../sources/scope/filter-paths.ts"
import { authorizeLibrary } from "./lookup/library-authority.ts"
import type { LibraryServices } from "./library-services.ts"

type ScopeChange = Pick<UpdateLibraryRequest, "branch" | "folders" | "excludeFolders" | "excludeFiles">

/** Reasons for which paths are left out that a scope decides about; the others have to do with what a file contains. */
const PATH_REASONS: ReadonlySet<string> = new Set<LeftOutReason>([
  "outside_folders",
  "excluded_folder",
  "excluded_file",
  "translation",
  "changelog",
  "old_version",
  "boilerplate",
])

/**
 * Returns the source of a library after a change of what is read of it; undefined when nothing changes.
 *
 * @throws {InvalidInput} for a source that is not a git repository.
 */
export function changedScope({ id, source }: LibraryRecord, change: ScopeChange): SourceRecord | undefined {
  const { branch, folders, excludeFolders, excludeFiles } = change
  const names = changedFields({ branch, folders, excludeFolders, excludeFiles })
  if (names.length === 0) return undefined
  if (source.type !== "git") {
    throw new InvalidInput(
      `${names.join(", ")}: the source of ${id} is not a git repository. Delete it and add it again`,
    )
  }
  const changed = {
    ...source,
    branch: branch === undefined ? source.branch : branch,
    folders: folders ?? source.folders,
    excludeFolders: excludeFolders ?? source.excludeFolders,
    excludeFiles: excludeFiles ?? source.excludeFiles,
  }
  return JSON.stringify(changed) === JSON.stringify(source) ? undefined : changed
}

/**
 * Tells which documentation files of the last ingestion a scope would keep. Changes nothing.
 *
 * @throws {LibraryMissing}
 */
export async function previewScope(
  context: LibraryServices,
  caller: Authorized<"updateLibrary">,
  { libraryId, ...scope }: ScopePreviewRequest & { readonly libraryId: string },
): Promise<ScopePreview> {
  const library = await authorizeLibrary(context, caller, libraryId, "updatePublicLibrary")
  const current = await context.catalogue.versions.get(library.key, "")
  const report = await readReport(context.blobs, current?.reportHash ?? null)
  const leftOut = (report?.leftOut ?? []).filter(
    ({ reason, fileCount = 1 }) => fileCount === 1 && PATH_REASONS.has(reason),
  )
  const paths = [...(report?.indexed ?? []), ...(report?.failed ?? []), ...leftOut].map(({ path }) => path)
  const known = [...new Set(paths)].toSorted()
  const { kept } = filterPaths(known, { ...scope, skipVersionFiltering: library.source.skipVersionFiltering })
  const included = new Set(kept)
  const excluded = known.filter((path) => !included.has(path))
  return {
    knownCount: known.length,
    includedCount: kept.length,
    included: kept.slice(0, LIMITS.scopePreviewMaxCount),
    excludedCount: excluded.length,
    excluded: excluded.slice(0, LIMITS.scopePreviewMaxCount),
  }
}
