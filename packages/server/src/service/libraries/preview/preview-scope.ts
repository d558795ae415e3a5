import type { ScopePreview, ScopePreviewRequest } from "@lectern/contract"
import type { Authorized } from "../../../access/permissions/authorize.ts"
import { readReport } from "../../../blobs/stored-report.ts"
import type { LeftOutReason } from "../../../sources/base/source-file.ts"
import { authorizeLibrary } from "../lookup/library-authority.ts"
import type { LibraryServices } from "../library-services.ts"
import { matchScope } from "./match-scope.ts"

/** Reasons for leaving out a path that depend on the scope; the others depend on the content of the file. */
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
 * Returns the documentation files of the last ingestion that a scope would keep. Changes nothing.
 *
 * @throws {LibraryMissing} {InvalidInput} if matching the patterns takes too long.
 */
export async function previewScope(
  context: LibraryServices,
  caller: Authorized<"updateLibrary">,
  { libraryId, signal, ...scope }: ScopePreviewRequest & { readonly libraryId: string; readonly signal: AbortSignal },
): Promise<ScopePreview> {
  const library = await authorizeLibrary(context, caller, libraryId, "updatePublicLibrary")
  const current = await context.catalogue.versions.get(library.key, "")
  const report = await readReport(context.blobs, current?.reportHash ?? null)
  const leftOut = (report?.leftOut ?? []).filter(
    ({ reason, fileCount = 1 }) => fileCount === 1 && PATH_REASONS.has(reason),
  )
  const paths = [...(report?.indexed ?? []), ...(report?.failed ?? []), ...leftOut].map(({ path }) => path)
  const { skipVersionFiltering } = library.source
  return await matchScope([...new Set(paths)].toSorted(), { ...scope, skipVersionFiltering }, signal)
}
