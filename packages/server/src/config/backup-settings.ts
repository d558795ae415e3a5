import { resolve } from "node:path"
import { z } from "zod"
import { DEFAULT_DATA_DIR, isFolderPath, parseBlobLocation } from "./storage-settings.ts"

const S3_START = "s3:"

/** Where backups are kept. */
export type BackupLocation =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "s3"; readonly bucket: string; readonly prefix: string }

/** Parses a directory, relative to the current one, or `s3://BUCKET/PREFIX`. @returns undefined if it is invalid. */
export function parseBackupLocation(text: string): BackupLocation | undefined {
  if (!text.startsWith(S3_START)) return isFolderPath(text) ? { kind: "folder", path: resolve(text) } : undefined
  const parsed = parseBlobLocation(text)
  return parsed?.kind === "s3" ? parsed : undefined
}

/**
 * Checks that an instance can keep its backups in a location. A backup deletes the blobs that no backup refers to, so backups
 * must not share a folder or a prefix with the blobs of the instance.
 *
 * @returns why the location cannot be used; undefined if it can.
 */
export function findBackupLocationProblem(
  location: BackupLocation,
  { dataDir, blobs }: { readonly dataDir: string; readonly blobs: string | undefined },
): string | undefined {
  if (location.kind === "folder") {
    return location.path === resolve(dataDir) ? "must be a different folder from the data directory" : undefined
  }
  const stored = parseBlobLocation(blobs)
  if (stored?.kind !== "s3" || stored.bucket !== location.bucket) return undefined
  const [one, other] = [folderOf(stored.prefix), folderOf(location.prefix)]
  const isShared = one.startsWith(other) || other.startsWith(one)
  return isShared ? "must be a different bucket or prefix from that of LECTERN_BLOBS" : undefined
}

function folderOf(prefix: string): string {
  return prefix === "" ? "" : `${prefix}/`
}

/** Scheduled backups. */
export const BACKUP_SETTINGS = {
  LECTERN_BACKUP_TO: z
    .string()
    .refine((text) => parseBackupLocation(text) !== undefined, "must be a folder or `s3://BUCKET/PREFIX`")
    .optional()
    .meta({
      form: "a folder or `s3://BUCKET/PREFIX`",
      description:
        "Where a worker backs up the instance on a schedule. For an S3-compatible store, the `LECTERN_S3_` settings and the credentials of `LECTERN_BLOBS` apply, and the bucket or the prefix must be a different one. If not set, nothing is backed up unless you run `lectern backup`.",
    }),
  LECTERN_BACKUP_INTERVAL_HOURS: z.coerce.number().int().min(1).max(8760).default(24).meta({
    description:
      "Hours between scheduled backups, if `LECTERN_BACKUP_TO` is set. A failed one is tried again after 15 minutes.",
  }),
  LECTERN_BACKUP_KEEP: z.coerce.number().int().min(1).max(999_999).default(7).meta({
    description:
      "Number of backups that stay in `LECTERN_BACKUP_TO`. After each successful backup, older ones are removed.",
  }),
}

/** Returns a valid location in full: an absolute path, or `s3://BUCKET/PREFIX`. */
export function fullBackupLocation(text: string): string {
  const location = parseBackupLocation(text)
  return location?.kind === "folder" ? location.path : text
}

const HOUR_MS = 3_600_000

/** Returns the time between scheduled backups; undefined if backups are not scheduled. */
export function backupIntervalOf(settings: {
  readonly LECTERN_BACKUP_TO?: string | undefined
  readonly LECTERN_BACKUP_INTERVAL_HOURS: number
}): number | undefined {
  return settings.LECTERN_BACKUP_TO === undefined ? undefined : settings.LECTERN_BACKUP_INTERVAL_HOURS * HOUR_MS
}

/** Finds backup settings that are valid individually but not together. */
export function findBackupProblems(given: Readonly<Record<string, string>>): string[] {
  const location = parseBackupLocation(given["LECTERN_BACKUP_TO"] ?? "")
  if (location === undefined) return []
  const used = { dataDir: given["LECTERN_DATA_DIR"] ?? DEFAULT_DATA_DIR, blobs: given["LECTERN_BLOBS"] }
  const problem = findBackupLocationProblem(location, used)
  return problem === undefined ? [] : [`LECTERN_BACKUP_TO: ${problem}`]
}
