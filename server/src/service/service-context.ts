import type { Log } from "../base/log.ts"
import type { Clock } from "../base/clock.ts"
import type { BlobStore } from "../blobs/blob-store.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { Settings } from "../config/settings.ts"
import type { IndexShelf } from "../index/shelf.ts"
import type { LibraryDirectory } from "../search/directory/library-directory.ts"
import type { AddressGuard } from "../net/address-guard.ts"

/** Everything the use cases work with; made once by `compose.ts`. */
export interface ServiceContext {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
  /** Open index files, by hash. */
  readonly shelf: IndexShelf
  /** Names of all libraries, for look-ups. */
  readonly directory: LibraryDirectory
  readonly guard: AddressGuard
}
