import type { BlobStore } from "../../blobs/blob-store.ts"

/** Names of the files of a backup. */
export const CATALOGUE_NAME = "lectern.db"
/** Written last, so a backup without it is incomplete. */
export const REPORT_NAME = "backup.json"
/** Directory of the blobs that all backups of a store share. */
export const BLOBS_NAME = "blobs"
export const LOCK_NAME = ".lock"

/** A UTC time in a form that file systems and object stores accept as a name. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/

/** Makes the name of a backup from its time, epoch milliseconds. */
export function backupName(atMs: number): string {
  return new Date(atMs).toISOString().replaceAll(":", "-")
}

/** Returns true if a text has the form of a backup name. */
export function isBackupName(name: string): boolean {
  return NAME.test(name)
}

/**
 * A folder or an S3 location with backups. Both have the same layout, so that one can be copied to the other: one
 * folder per backup, and one for the blobs of all backups.
 */
export interface BackupStore {
  /** The location in the form that users write: an absolute path, or `s3://BUCKET/PREFIX`. */
  readonly location: string
  /** The lock that a process holds while it makes a backup. */
  readonly lock: LockFile
  /** Opens the blobs that the backups share. The caller closes them. */
  openBlobs(): Promise<BlobStore>
  /** Lists the complete backups, oldest first. */
  list(): Promise<readonly string[]>
  /** Starts a backup. @returns a local directory for its files, and for temporary ones until it is published. */
  begin(name: string): Promise<string>
  /** Publishes the files in the directory of a backup, which completes it. */
  publish(name: string): Promise<void>
  /** Copies a file of a backup to a path. @returns false if the backup has no such file. */
  fetch(name: string, file: string, path: string): Promise<boolean>
  remove(name: string): Promise<void>
  /** Removes the remains of interrupted backups. Only the process with the lock may call it. */
  removeUnfinished(): Promise<void>
  close(): Promise<void>
}

/** A lock file: only one process can create it. */
export interface LockFile {
  /** Location of the file, for messages. */
  readonly path: string
  /** @returns false if the file exists. */
  create(text: string): Promise<boolean>
  /** Returns the text and the time of the last write in epoch milliseconds; undefined if the file does not exist. */
  read(): Promise<{ readonly text: string; readonly writtenAtMs: number } | undefined>
  /** Rewrites the file, with the current time. */
  renew(text: string): Promise<void>
  remove(): Promise<void>
}
