import { changedFields } from "../../base/changes.ts"
import type { UpdateLibraryRequest } from "@lectern/contract"
import { InvalidInput } from "../../base/errors.ts"
import type { LibraryRecord, SourceRecord } from "../../catalogue/libraries/records.ts"

type ScopeChange = Pick<UpdateLibraryRequest, "branch" | "folders" | "excludeFolders" | "excludeFiles">

/**
 * Returns the source of a library after its scope changes; undefined if nothing changes.
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
