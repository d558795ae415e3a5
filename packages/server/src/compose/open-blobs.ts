import { join, resolve } from "node:path"
import { InternalFailure } from "../base/errors.ts"
import type { BlobStore } from "../blobs/blob-store.ts"
import { openDirectoryBlobStore } from "../blobs/open-directory-blob-store.ts"
import { RemoteUnavailable } from "../blobs/errors.ts"
import type { CachedBlobStoreOptions } from "../blobs/remote/cached-blob-store.ts"
import { keepTrying } from "../blobs/remote/keep-trying.ts"
import type { RemoteBlobs } from "../blobs/remote/remote-blobs.ts"
import type { S3Location } from "../blobs/remote/s3-objects.ts"
import { type BlobLocation, parseBlobLocation } from "../config/storage-settings.ts"
import type { Settings } from "../config/settings.ts"
import type { Outgoing } from "../net/outgoing.ts"
import { makeTunnelAgents } from "../net/tunnel-agents.ts"
import { BLOBS_NAME } from "./data-directory.ts"

/** Directory of local copies in the data directory. It can be deleted at any time. */
const COPIES_NAME = "blob-copies"

const BYTES_PER_MEGABYTE = 1_000_000

/** Options of the blob store of a process. */
interface BlobsOptions extends Pick<CachedBlobStoreOptions, "log" | "readsAreFor"> {
  /** How to reach the S3 endpoint. */
  readonly outgoing: Outgoing
}

/**
 * Opens the configured blob store: the data directory, S3 or PostgreSQL.
 *
 * @throws {RemoteRefused} if the remote store rejects the configuration. @throws {RemoteUnavailable}
 */
export async function openBlobs(settings: Settings, { log, outgoing, readsAreFor }: BlobsOptions): Promise<BlobStore> {
  const dataDir = resolve(settings.LECTERN_DATA_DIR)
  const location = parseBlobLocation(settings.LECTERN_BLOBS)
  if (location === undefined || location.kind === "directory") return openDirectoryBlobStore(join(dataDir, BLOBS_NAME))
  // Loaded on demand, because the clients would slow down every start.
  const { openCachedBlobStore } = await import("../blobs/remote/cached-blob-store.ts")
  const remote = await openRemote(location, settings, { log, outgoing })
  try {
    const maxBytes = settings.LECTERN_BLOB_CACHE_MEGABYTES * BYTES_PER_MEGABYTE
    const directory = join(dataDir, COPIES_NAME)
    return await openCachedBlobStore({ remote, directory, maxBytes, log, readsAreFor })
  } catch (error) {
    await remote.close()
    throw error
  }
}

async function openRemote(
  location: Exclude<BlobLocation, { readonly kind: "directory" }>,
  settings: Settings,
  { log, outgoing }: Pick<BlobsOptions, "log" | "outgoing">,
): Promise<RemoteBlobs> {
  if (location.kind === "postgres") {
    const { openPostgresBlobs } = await import("../blobs/remote/postgres-blobs.ts")
    const { DATABASE_URL: databaseUrl } = settings
    if (databaseUrl === undefined) throw new InternalFailure("cannot keep blobs in PostgreSQL: DATABASE_URL is not set")
    return openPostgresBlobs(databaseUrl, log)
  }
  return openS3(location, settings, outgoing)
}

const S3_MAX_CONNECTIONS = 64
/** How long a start waits for a store that is restarting. */
const OPENING_PATIENCE_MS = 10_000

/** Returns the location of a bucket, with the same endpoint for blobs and backups. */
export function s3LocationOf(
  { bucket, prefix }: Pick<S3Location, "bucket" | "prefix">,
  settings: Settings,
  outgoing: Outgoing,
): S3Location {
  const { LECTERN_S3_ENDPOINT: endpoint, LECTERN_S3_REGION: region, LECTERN_S3_PATH_STYLE: pathStyle } = settings
  const agents = makeTunnelAgents(outgoing, { keepAlive: true, maxSockets: S3_MAX_CONNECTIONS })
  const isPathStyle = pathStyle === undefined ? endpoint !== undefined : pathStyle === "on"
  return { bucket, prefix, endpoint, region, isPathStyle, agents }
}

async function openS3(
  location: Extract<BlobLocation, { readonly kind: "s3" }>,
  settings: Settings,
  outgoing: Outgoing,
): Promise<RemoteBlobs> {
  const { openS3Blobs } = await import("../blobs/remote/s3-blobs.ts")
  const open = () => openS3Blobs(s3LocationOf(location, settings, outgoing))
  try {
    return await keepTrying(open, { patienceMs: OPENING_PATIENCE_MS, signal: new AbortController().signal })
  } catch (error) {
    if (!(error instanceof RemoteUnavailable)) throw error
    const { LECTERN_S3_ENDPOINT: endpoint, LECTERN_S3_REGION: region } = settings
    const where = endpoint ?? `Amazon S3 in ${region}`
    throw new InternalFailure(`cannot open ${settings.LECTERN_BLOBS} at ${where}: ${error.message}`)
  }
}
