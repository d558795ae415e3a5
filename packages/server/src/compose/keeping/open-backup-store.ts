import { InvalidInput } from "../../base/errors.ts"
import { findBackupLocationProblem, parseBackupLocation } from "../../config/backup-settings.ts"
import type { Settings } from "../../config/settings.ts"
import { s3LocationOf } from "../open-blobs.ts"
import { openOutgoing } from "../open-outgoing.ts"
import type { BackupBucketOptions } from "./backup-bucket.ts"
import { openBackupFolder } from "./backup-folder.ts"
import type { BackupStore } from "./backup-store.ts"

/**
 * Opens a location with backups, runs work on it and closes it.
 *
 * @param location a folder, or `s3://BUCKET/PREFIX`.
 * @throws {InvalidInput} if the location is invalid, or the instance itself uses it.
 * @throws {RemoteRefused} {RemoteUnavailable} if it is in an S3-compatible store that cannot be used.
 */
export async function withBackupStore<Result>(
  location: string,
  { settings, ...options }: BackupBucketOptions & { readonly settings: Settings },
  work: (store: BackupStore) => Promise<Result>,
): Promise<Result> {
  const store = await openBackupStore(location, settings, options)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function openBackupStore(
  location: string,
  settings: Settings,
  options: BackupBucketOptions,
): Promise<BackupStore> {
  const parsed = parseBackupLocation(location)
  if (parsed === undefined)
    throw new InvalidInput(`cannot use ${location} for backups: name a folder or s3://BUCKET/PREFIX`)
  const used = { dataDir: settings.LECTERN_DATA_DIR, blobs: settings.LECTERN_BLOBS }
  const problem = findBackupLocationProblem(parsed, used)
  if (problem !== undefined) throw new InvalidInput(`cannot use ${location} for backups: it ${problem}`)
  if (parsed.kind === "folder") return openBackupFolder(parsed.path)
  // Loaded on demand, because the S3 client would slow down every start.
  const { openBackupBucket } = await import("./backup-bucket.ts")
  return openBackupBucket(s3LocationOf(parsed, settings, openOutgoing(settings)), options)
}
