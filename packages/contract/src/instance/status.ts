import { z } from "zod"
import { Count, Message, Timestamp } from "../limits/fields.ts"

/** Parts of a running instance, in the order in which they are shown. */
export const INSTANCE_PARTS = ["catalogue", "blobs", "workers", "disk", "backups"] as const

/** Health of one part of the instance. */
export const PartStatus = z
  .object({
    part: z.enum(INSTANCE_PARTS),
    status: z.enum(["ok", "warning", "error"]),
    message: Message,
  })
  .meta({ id: "PartStatus", description: "health of one part of the instance" })
export type PartStatus = z.infer<typeof PartStatus>

/** Whether the parts of a running instance work, with the versions and sizes that reports of problems need. */
export const InstanceStatus = z
  .object({
    version: z.string().describe("version of Lectern"),
    nodeVersion: z.string().describe("version of Node.js that runs this server"),
    startedAt: Timestamp.describe("when this server process started"),
    parts: z.array(PartStatus),
    libraries: Count,
    queue: z.object({
      queued: Count,
      running: Count,
      oldestQueuedAt: Timestamp.nullable().describe("null if no job waits"),
    }),
    workerSeenAt: Timestamp.nullable().describe("when any worker last reported that it runs; null if none ever did"),
    disk: z
      .object({ freeBytes: Count, totalBytes: Count })
      .nullable()
      .describe("disk of the data directory of this server; null if the file system does not report it"),
  })
  .meta({ id: "InstanceStatus", description: "health of the parts of the instance" })
export type InstanceStatus = z.infer<typeof InstanceStatus>
