import type { LibraryConfig } from "@lectern/contract"
import type { SourceMetadata } from "../../catalogue/libraries/metadata-records.ts"
import { readProjectFiles } from "../../sources/project-files/project-files.ts"
import type { SourceSnapshot } from "../../sources/base/source-file.ts"

/** What the files of a repository say of it. */
export interface CollectedMetadata {
  readonly sourceMetadata?: SourceMetadata
  /** How its packages describe themselves, for want of something longer. */
  readonly description?: string
}

/** Reads licence, age of the revision and description; nothing of sources that are no repositories. */
export function collectSourceMetadata(
  {
    projectTexts,
    committedAtMs,
    manifestText,
  }: Pick<SourceSnapshot, "projectTexts" | "committedAtMs" | "manifestText">,
  manifest: LibraryConfig,
): CollectedMetadata {
  if (projectTexts === undefined) return {}
  const { license, description } = readProjectFiles(projectTexts)
  const sourceMetadata = {
    license,
    committedAtMs: committedAtMs ?? null,
    hasManifest: manifestText !== undefined,
    isDescribedByManifest: manifest.description !== undefined,
  }
  return { sourceMetadata, ...(description === null ? {} : { description }) }
}
