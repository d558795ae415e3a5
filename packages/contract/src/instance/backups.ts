import { z } from "zod"
import { Count, Message, Timestamp } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

const Location = z.string().describe("an absolute path, or s3://BUCKET/PREFIX")

const NOT_KNOWN = "null if this instance did not make the backup"

/** A complete backup. */
export const StoredBackup = z
  .object({
    name: z.string().describe("time of the backup in UTC; `lectern restore --at` selects a backup by it"),
    location: Location,
    madeAt: Timestamp,
    durationMs: Count.nullable().describe(NOT_KNOWN),
    libraries: Count.nullable().describe(NOT_KNOWN),
    files: Count.nullable().describe(`index files and uploads; ${NOT_KNOWN}`),
    lostFiles: Count.nullable().describe(`files that were missing or damaged in the instance; ${NOT_KNOWN}`),
    addedBytes: Count.nullable().describe(
      `what the backup added to its location: its catalogue and the files that no earlier backup had; ${NOT_KNOWN}`,
    ),
  })
  .meta({ id: "StoredBackup", description: "a complete backup" })
export type StoredBackup = z.infer<typeof StoredBackup>

/** Backups of the instance: what is scheduled, requested, running and made. */
export const InstanceBackups = z
  .object({
    schedule: z
      .object({
        location: Location,
        intervalHours: Count,
        keep: Count.describe("number of backups that stay in the location"),
      })
      .nullable()
      .describe("null if LECTERN_BACKUP_TO is not set: then only `lectern backup` makes backups"),
    nextAt: Timestamp.nullable().describe("when the next scheduled backup is due; null if none is scheduled"),
    requested: z
      .object({ by: z.string(), at: Timestamp })
      .nullable()
      .describe("a backup that was requested and that no worker has started yet"),
    running: z
      .object({
        startedAt: Timestamp,
        requestedBy: z.string().nullable().describe("null if the schedule started it"),
        step: z.enum(["files", "catalogue"]).nullable().describe("null until the worker has reported"),
        done: Count.describe("files, or rows of the catalogue, that are copied"),
        total: Count.nullable().describe("null if it is not known"),
      })
      .nullable(),
    latest: StoredBackup.nullable().describe("the newest complete backup"),
    removalProblem: Message.nullable().describe("why the newest backup could not remove older ones"),
    failure: z
      .object({
        at: Timestamp,
        location: Location,
        message: Message,
        attempts: Count.describe("failed attempts since the newest complete backup"),
      })
      .nullable()
      .describe("the last attempt, if it failed"),
    backups: z
      .array(StoredBackup)
      .max(LIMITS.backupsMaxCount)
      .describe("newest first, as they were after the last backup into each location"),
    workerSeenAt: Timestamp.nullable().describe("when any worker last reported that it runs; null if none ever did"),
    database: z.enum(["sqlite", "postgres"]),
    dataDir: z.string().describe("absolute path of the data directory of this server"),
  })
  .meta({ id: "InstanceBackups", description: "backups of the instance" })
export type InstanceBackups = z.infer<typeof InstanceBackups>

/** Result of a request for a backup. */
export const BackupRequested = z
  .object({
    outcome: z
      .enum(["requested", "already_requested", "already_running"])
      .describe("if a backup is already requested or running, no other one is started"),
    message: Message,
  })
  .meta({ id: "BackupRequested", description: "result of a request for a backup" })
export type BackupRequested = z.infer<typeof BackupRequested>
