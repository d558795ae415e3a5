import type { OpenRequest, SourceDependencies } from "../kind/source-kind.ts"
import type { SourceSnapshot } from "../base/source-file.ts"
import type { UploadSource } from "./options.ts"
import { openUploadSource } from "./upload-source.ts"

/** Opens uploaded files. */
export function openUpload(
  { libraryId, source: { files }, knownRevision }: OpenRequest<UploadSource>,
  { readBlob }: Pick<SourceDependencies, "readBlob">,
): SourceSnapshot {
  return openUploadSource({ libraryId, files, knownRevision, readBlob })
}
