import { createHash } from "node:crypto"
import type { StoredFile } from "../../catalogue/libraries/records.ts"
import { lineAnchorOf } from "../scope/document-kind.ts"
import { encodePath } from "../scope/path-bytes.ts"
import type { SourceFile, SourceItem, SourceSnapshot } from "../base/source-file.ts"

/** The uploaded files, and functions for reading them. */
export interface UploadRequest {
  readonly libraryId: string
  readonly files: readonly StoredFile[]
  /** Indexed revision. */
  readonly knownRevision: string | null
  readBlob(hash: string): Promise<Uint8Array>
}

/** Opens uploaded files, in the order of their paths. */
export function openUploadSource({ libraryId, files, knownRevision, readBlob }: UploadRequest): SourceSnapshot {
  const ordered = files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const revision = revisionOf(ordered)
  return {
    revision,
    branch: "",
    unchanged: revision === knownRevision,
    fileCount: ordered.length,
    async *items(signal): AsyncGenerator<SourceItem> {
      for (const { path, hash } of ordered) {
        signal.throwIfAborted()
        yield { kind: "file", file: fileOf(libraryId, { path, hash, bytes: await readBlob(hash) }) }
      }
    },
    close: () => Promise.resolve(),
  }
}

function revisionOf(files: readonly StoredFile[]): string {
  const hash = createHash("sha256")
  for (const file of files) hash.update(`${file.path}\0${file.hash}\n`)
  return hash.digest("hex")
}

function fileOf(
  libraryId: string,
  { path, hash, bytes }: { readonly path: string; readonly hash: string; readonly bytes: Uint8Array },
): SourceFile {
  const lineAnchor = lineAnchorOf(path, undefined)
  const file = { path, bytes, url: `upload:/${libraryId}/${encodePath(path)}`, contentHash: hash }
  return lineAnchor === undefined ? file : { ...file, lineAnchor }
}
