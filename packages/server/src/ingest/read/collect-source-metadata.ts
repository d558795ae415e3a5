import type { LibraryConfig } from "@lectern/contract"
import type { SourceMetadata } from "../../catalogue/libraries/metadata-records.ts"
import { readProjectFiles } from "../../sources/project-files/project-files.ts"
import type { SourceSnapshot } from "../../sources/base/source-file.ts"

/** Metadata from the files of a repository. */
export interface CollectedMetadata {
  readonly sourceMetadata?: SourceMetadata
  /** Description in its package files, used if there is no longer one. */
  readonly description?: string | undefined
  /** Name in its package files. */
  readonly packageName?: string | undefined
}

/** Collects the licence, the time of the revision and the description; empty for sources that are not repositories. */
export function collectSourceMetadata(
  {
    projectTexts,
    committedAtMs,
    manifestText,
  }: Pick<SourceSnapshot, "projectTexts" | "committedAtMs" | "manifestText">,
  manifest: LibraryConfig,
): CollectedMetadata {
  if (projectTexts === undefined) return {}
  const { license, description, name } = readProjectFiles(projectTexts)
  const sourceMetadata = {
    license,
    committedAtMs: committedAtMs ?? null,
    hasManifest: manifestText !== undefined,
    isDescribedByManifest: manifest.description !== undefined,
  }
  return { sourceMetadata, description: description ?? undefined, packageName: name ?? undefined }
}
