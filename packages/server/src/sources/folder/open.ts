import type { OpenRequest } from "../kind/source-kind.ts"
import type { SourceDependencies } from "../kind/source-kind.ts"
import type { SourceSnapshot } from "../base/source-file.ts"
import { openFolderSource } from "./folder-source.ts"
import type { FolderSource } from "./options.ts"

/** Opens a folder of the program itself. Its pages have URLs like those of uploads. */
export function openFolder(
  { libraryId, source: { kind: _kind, url, ...scope } }: OpenRequest<FolderSource>,
  _dependencies: SourceDependencies,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  return openFolderSource({ path: url, urlPrefix: `upload:/${libraryId}/`, ...scope }, signal)
}
