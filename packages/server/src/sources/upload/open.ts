import { LIMITS } from "@lectern/contract"
import type { SourceSnapshot } from "../base/source-file.ts"
import { openTreeSource } from "../folder/folder-source.ts"
import type { OpenRequest, SourceDependencies } from "../kind/source-kind.ts"
import { decodeFileList } from "./file-list.ts"
import type { UploadSource } from "./options.ts"
import { openStoredTree } from "./stored-tree.ts"
import { openUploadSource } from "./upload-source.ts"

/** Opens uploaded files. */
export function openUpload(
  request: OpenRequest<UploadSource>,
  dependencies: Pick<SourceDependencies, "readBlob">,
  signal: AbortSignal,
): SourceSnapshot | Promise<SourceSnapshot> {
  if (request.source.isFolder === true) return openUploadedFolder(request, dependencies, signal)
  const { libraryId, source, knownRevision } = request
  return openUploadSource({ libraryId, files: source.files, knownRevision, ...dependencies })
}

/** Opens an uploaded folder, whose files are handled like those of a repository. */
async function openUploadedFolder(
  { libraryId, source: { files, folderName }, knownRevision }: OpenRequest<UploadSource>,
  { readBlob }: Pick<SourceDependencies, "readBlob">,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  const lists = await Promise.all(files.map(async ({ hash }) => decodeFileList(await readBlob(hash))))
  const snapshot = await openTreeSource(
    {
      tree: openStoredTree(lists.flat(), readBlob),
      urlPrefix: `upload:/${libraryId}/`,
      folderName,
      maxOfficeBytes: LIMITS.fileUploadMaxBytesPerFile,
    },
    signal,
  )
  return { ...snapshot, unchanged: snapshot.revision === knownRevision }
}
