import type { BlobStore } from "../blobs/blob-store.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import { decodeFileList } from "../sources/upload/file-list.ts"
import { DAY_MS } from "../base/durations.ts"

/**
 * A more recent blob may be about to be referenced, such as an import's bundle, or the index of a library that is being
 * published.
 */
export const MIN_ORPHAN_AGE_MS = DAY_MS

/**
 * Lists the blobs in use. All others that are older than {@link MIN_ORPHAN_AGE_MS} can be removed.
 *
 * @throws if a list of uploaded files cannot be read, because its files would look like orphans.
 */
export async function listReferencedBlobs(
  { versions }: Pick<Catalogue, "versions">,
  blobs: Pick<BlobStore, "get">,
): Promise<ReadonlySet<string>> {
  const referenced = new Set(await versions.referencedBlobs())
  for (const list of await versions.folderLists()) {
    for (const { hash } of decodeFileList(await blobs.get(list))) referenced.add(hash)
  }
  return referenced
}
