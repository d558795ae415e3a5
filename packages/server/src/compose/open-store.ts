import { join, resolve } from "node:path"
import { openKeyRing } from "../access/secrets/key-ring.ts"
import { createSecretBox, type SecretBox } from "../access/secrets/encryption.ts"
import { createTokenSigner, type TokenSigner } from "../access/secrets/signed-tokens.ts"
import type { Clock } from "../base/clock.ts"
import { asStorageError } from "../base/storage-errors.ts"
import type { Log } from "../base/log.ts"
import type { Timings } from "../base/timings.ts"
import type { Tracing } from "../base/tracing.ts"
import type { BlobStore } from "../blobs/blob-store.ts"
import type { Catalogue } from "../catalogue/catalogue.ts"
import type { Settings } from "../config/settings.ts"
import { makeAddressGuard, type AddressGuard } from "../net/address-guard.ts"
import type { Outgoing } from "../net/outgoing.ts"
import { assertSameBlobs, claimBlobs } from "./assert-same-blobs.ts"
import { assertSameKey } from "./assert-same-key.ts"
import { openBlobs } from "./open-blobs.ts"
import { openCatalogue } from "./open-catalogue.ts"
import { prepareDataDirectory } from "./data-directory.ts"
import { openOutgoing } from "./open-outgoing.ts"
import { KNOWN_HOSTS_NAME, type KnownHosts } from "../sources/git/ssh/known-hosts.ts"
import { assertAddonIsSafe } from "../catalogue/engines/sqlite/native-addon.ts"

/** The stores that servers and workers of one instance share. */
export interface Store {
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
  readonly guard: AddressGuard
  readonly sealer: SecretBox
  readonly sessionSigner: TokenSigner
  /** Directory for temporary files, on the same file system as the blobs. */
  readonly workDirectory: string
  readonly knownHosts: KnownHosts
  /** Closes the connections of the catalogue and the blobs. */
  close(): Promise<void>
}

/** The clock and the log of a process. */
export interface RuntimeServices {
  readonly clock: Clock
  readonly log: Log
  /** Receives the durations of statements and blob operations, for metrics. */
  readonly timings?: Timings | undefined
  /** Records requests and jobs. Its creator closes it. */
  readonly tracing?: Tracing | undefined
}

/** The parts of an instance that contain its data. */
export interface StoreParts extends Pick<Store, "catalogue" | "blobs" | "workDirectory" | "close"> {
  /** Absolute path of the data directory. */
  readonly dataDir: string
  readonly outgoing: Outgoing
}

/**
 * Opens the data directory, creates missing files and migrates the catalogue. Safe to call from several processes at
 * once.
 *
 * @param readsAreFor what blobs are read for: reads for jobs wait longer for a remote store; defaults to answers.
 * @throws {StorageUnavailable} if the disk is full or read-only, or the database or the blob store does not respond.
 * @throws {InvalidInput} if other machines share the catalogue and have another encryption key or another blob store.
 */
export async function openStore(
  settings: Settings,
  runtime: RuntimeServices,
  readsAreFor?: "jobs" | "answers",
): Promise<Store> {
  const { outgoing, dataDir, ...parts } = await openParts(settings, runtime, readsAreFor)
  const { catalogue } = parts
  try {
    const ring = await openKeyRing(dataDir, { configured: settings.LECTERN_ENCRYPTION_KEY, log: runtime.log })
    const sealer = createSecretBox(ring)
    if (settings.DATABASE_URL !== undefined) await assertSameKey(catalogue, sealer)
    await claimBlobs(catalogue, settings)
    return {
      ...parts,
      guard: makeAddressGuard({ privateNetworks: settings.LECTERN_PRIVATE_NETWORKS, outgoing }),
      sealer,
      sessionSigner: createTokenSigner(ring, "session"),
      knownHosts: knownHostsOf(settings, dataDir),
    }
  } catch (error) {
    await parts.close()
    throw asStorageError(error)
  }
}

/**
 * Opens the data directory like `openStore`, but without the encryption key, which copying an instance does not need.
 *
 * @throws {StorageUnavailable} if the disk is full or read-only, or the database or the blob store does not respond.
 * @throws {InvalidInput} if the blobs of a shared catalogue are elsewhere.
 * @throws {InternalFailure} if better-sqlite3 was compiled in a way that would end the process.
 */
export async function openParts(
  settings: Settings,
  runtime: RuntimeServices,
  readsAreFor?: "jobs" | "answers",
): Promise<StoreParts> {
  assertAddonIsSafe()
  let catalogue: Catalogue | undefined
  let blobs: BlobStore | undefined
  const close = async () => {
    try {
      await blobs?.close()
    } finally {
      await catalogue?.close()
    }
  }
  try {
    const outgoing = openOutgoing(settings)
    const dataDir = resolve(settings.LECTERN_DATA_DIR)
    await prepareDataDirectory(dataDir, {
      hasCatalogue: settings.DATABASE_URL === undefined,
      mayBeNew: settings.LECTERN_NEW_CATALOGUE === "on",
      log: runtime.log,
    })
    catalogue = await openCatalogue(settings, runtime)
    await catalogue.migrate()
    await assertSameBlobs(catalogue, settings)
    blobs = await openBlobs(settings, { log: runtime.log, outgoing, readsAreFor })
    return { catalogue, blobs, workDirectory: join(dataDir, "work"), dataDir, outgoing, close }
  } catch (error) {
    await close()
    throw asStorageError(error)
  }
}

function knownHostsOf({ LECTERN_SSH_KNOWN_HOSTS: pinned }: Settings, dataDir: string): KnownHosts {
  return pinned === undefined
    ? { path: join(dataDir, KNOWN_HOSTS_NAME), isPinned: false }
    : { path: resolve(pinned), isPinned: true }
}
