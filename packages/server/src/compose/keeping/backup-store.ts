import type { BlobStore } from "../../blobs/blob-store.ts"

/** Names of the files of a backup. */
export const CATALOGUE_NAME = "lectern.db"
/** Written last: a backup without it is not complete. */
export const REPORT_NAME = "backup.json"
/** Folder of the blobs that all backups of a store share. */
export const BLOBS_NAME = "blobs"
export const LOCK_NAME = ".lock"

/** A time in UTC that file systems and object stores accept as a name. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/

/** Makes the name of a backup from its time, epoch milliseconds. */
export function backupName(atMs: number): string {
  return new Date(atMs).toISOString().replaceAll(":", "-")
}

/** Returns true for the form of a backup's name. */
export function isBackupName(name: string): boolean {
  return NAME.test(name)
}

/**
 * A folder or an S3 location with backups. Both have the same layout, so that one is a copy of the other: one folder per
 * backup, and the blobs of all of them.
 */
export interface BackupStore {
  /** As people write it: an absolute path, or `s3://BUCKET/PREFIX`. */
  readonly location: string
  /** The lock that a process holds while it makes a backup. */
  readonly lock: LockFile
  /** Opens the blobs that the backups share. The caller closes them. */
  openBlobs(): Promise<BlobStore>
  /** Lists the complete backups, oldest first. */
  list(): Promise<readonly string[]>
  /** Starts a backup. @returns a local directory for its files, and for temporary ones until it is published. */
  begin(name: string): Promise<string>
  /** Publishes the files in the directory of a backup: afterwards, it is complete. */
  publish(name: string): Promise<void>
  /** Copies a file of a backup to a path. @returns false if the backup has no such file. */
  fetch(name: string, file: string, path: string): Promise<boolean>
  remove(name: string): Promise<void>
  /** Removes what interrupted backups left. Only for the process that has the lock. */
  removeUnfinished(): Promise<void>
  close(): Promise<void>
}

/** A file that one process can create. */
export interface LockFile {
  /** Where it is, for messages. */
  readonly path: string
  /** @returns false if it exists. */
  create(text: string): Promise<boolean>
  /** Returns its text, and when it was last written, epoch milliseconds; undefined if it does not exist. */
  read(): Promise<{ readonly text: string; readonly writtenAtMs: number } | undefined>
  /** Writes it again, with the current time. */
  renew(text: string): Promise<void>
  remove(): Promise<void>
}
