import type { OpenRequest } from "../kind/source-kind.ts"
import type { SourceDependencies } from "../kind/source-kind.ts"
import type { SourceSnapshot } from "../base/source-file.ts"
import { OWN_PAGES_PATH } from "../../base/own-pages.ts"
import { openFolderSource } from "./folder-source.ts"
import type { FolderSource } from "./options.ts"

/** Opens the folder with Lectern's own documentation. Its pages have the paths at which the server shows them. */
export function openFolder(
  { source: { kind: _kind, url, ...scope } }: OpenRequest<FolderSource>,
  _dependencies: SourceDependencies,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  return openFolderSource({ path: url, urlPrefix: OWN_PAGES_PATH, isServed: true, ...scope }, signal)
}
