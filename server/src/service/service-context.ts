import type { Authenticator } from "../access/authenticate.ts"
import type { Caller } from "../access/caller.ts"
import { assertMay, type Action } from "../access/permissions.ts"
import type { Sealer } from "../access/sealed.ts"
import type { Log } from "../base/log.ts"
import type { Clock } from "../base/clock.ts"
import type { BlobStore } from "../blobs/blob-store.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { Settings } from "../config/settings.ts"
import type { IndexShelf } from "../index/shelf.ts"
import type { LibraryDirectory } from "../search/directory/library-directory.ts"
import type { AddressGuard } from "../net/address-guard.ts"
import type { CatalogueFollower } from "./catalogue-follower.ts"

/** Everything the use cases work with; made once by `compose.ts`. */
export interface ServiceContext {
  readonly settings: Settings
  /** Version of the program. */
  readonly version: string
  readonly clock: Clock
  readonly log: Log
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
  /** Open index files, by hash. */
  readonly shelf: IndexShelf
  /** Names of all libraries, for look-ups. */
  readonly directory: LibraryDirectory
  /** Keeps `directory` up to date. */
  readonly follower: CatalogueFollower
  readonly guard: AddressGuard
  /** Turns credentials into callers. */
  readonly authenticator: Authenticator
  readonly sealer: Sealer
  /** Folder for temporary files, on the file system of the blobs; workers sweep it. */
  readonly workDirectory: string
  /** Tells the worker beside this server, when there is one, that a job has been queued. */
  wakeWorker(): void
}

/** True when `LECTERN_API_KEY` closes everything to anonymous callers. */
export function isClosed(context: Pick<ServiceContext, "settings">): boolean {
  return context.settings.LECTERN_API_KEY !== undefined
}

/**
 * Lets a caller pass or throws what stands in the way.
 *
 * @throws {InvalidApiKey} {Forbidden} {PasswordChangeRequired} as the table of permissions says.
 */
export function allow(context: Pick<ServiceContext, "settings">, caller: Caller, action: Action): void {
  assertMay(action, caller, isClosed(context))
}
