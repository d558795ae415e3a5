import { z } from "zod"

/** A bucket name of letters, digits, dots and hyphens, followed by folders. */
const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.!*'()/-]*))?$/

/** The data directory if `LECTERN_DATA_DIR` is not set. */
export const DEFAULT_DATA_DIR = "./data"

/** The start of an address. One letter is a drive of Windows, and a colon without a slash can be part of a name. */
const ADDRESS_START = /^[a-z][a-z0-9+.-]+:\//i

/**
 * Returns true if a text can be the path of a folder. An address such as `gs://backups` is refused, because it would
 * create a folder `gs:` in the current directory.
 */
export function isFolderPath(text: string): boolean {
  return text.trim() !== "" && !ADDRESS_START.test(text)
}

/** Where blobs are kept. */
export type BlobLocation =
  | { readonly kind: "directory" }
  | { readonly kind: "postgres" }
  | { readonly kind: "s3"; readonly bucket: string; readonly prefix: string }

/** Parses `LECTERN_BLOBS`. @returns undefined if it is invalid. */
export function parseBlobLocation(setting: string | undefined): BlobLocation | undefined {
  if (setting === undefined) return { kind: "directory" }
  if (setting === "postgres") return { kind: "postgres" }
  const [, bucket, prefix = ""] = S3_ADDRESS.exec(setting) ?? []
  if (bucket === undefined) return undefined
  return { kind: "s3", bucket, prefix: prefix.split("/").filter(Boolean).join("/") }
}

/** Settings of where the catalogue and the index files are kept. */
export const STORAGE_SETTINGS = {
  DATABASE_URL: z
    .url({ protocol: /^postgres(?:ql)?$/, error: "must be a postgres:// address" })
    .optional()
    .meta({
      form: "an address such as `postgres://user:password@host:5432/name?sslmode=require`",
      description:
        "PostgreSQL database (version 13 or newer) that holds the catalogue, so that several machines can share it. If not set, the catalogue is a SQLite file in the data directory. Every machine needs the same `LECTERN_ENCRYPTION_KEY`.",
    }),
  LECTERN_BLOBS: z
    .string()
    .refine((text) => parseBlobLocation(text) !== undefined, "must be `postgres` or `s3://BUCKET/PREFIX`")
    .optional()
    .meta({
      form: "`postgres` or `s3://BUCKET/PREFIX`",
      description:
        "Where index files and uploads are kept: in the database of `DATABASE_URL`, or in an S3-compatible store. If not set, they are in the data directory, and only machines that share that directory can use one database.",
    }),
  LECTERN_BLOB_CACHE_MEGABYTES: z.coerce.number().int().min(1).max(10_000_000).default(4096).meta({
    description:
      "Space for local copies of blobs in the data directory, if `LECTERN_BLOBS` is set. The least recently used copies are removed first; files in use can exceed it.",
  }),
  LECTERN_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .optional()
    .meta({ description: "URL of an S3-compatible store. If not set, Lectern uses Amazon S3." }),
  LECTERN_S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, "must be the name of a region")
    .default("us-east-1")
    .meta({
      form: "the name of a region",
      description: "Region of the bucket. Also read from `AWS_REGION` and `AWS_DEFAULT_REGION`.",
    }),
  LECTERN_S3_PATH_STYLE: z.enum(["on", "off"]).optional().meta({
    description:
      "With `on`, the bucket is in the path of URLs (`https://host/bucket`); with `off`, in the host name. Defaults to `on` if `LECTERN_S3_ENDPOINT` is set, and to `off` for Amazon S3.",
  }),
}

/** Finds storage settings that are valid individually but not together. */
export function findStorageProblems(given: Readonly<Record<string, string>>): string[] {
  const isMissing = given["LECTERN_BLOBS"] === "postgres" && given["DATABASE_URL"] === undefined
  return isMissing ? ["DATABASE_URL: required when LECTERN_BLOBS is postgres"] : []
}
