import { systemClock } from "../../base/clock.ts"
import { silentLog } from "../../base/log.ts"
import type { Settings } from "../../config/settings.ts"
import { openWorkDirectory, removeWorkDirectory } from "../../sources/base/work-directory.ts"
import { openParts, type StoreParts } from "../open-store.ts"

/** The parts of an instance, and a directory for temporary files. */
export interface PartsWithWorkDirectory extends Pick<StoreParts, "catalogue" | "blobs"> {
  /** On the file system of the data directory; removed after the work, or by the next sweep after a crash. */
  readonly workDirectory: string
}

/** Runs work on the parts of an instance, and closes them afterwards. */
export async function withParts<Result>(
  settings: Settings,
  work: (parts: PartsWithWorkDirectory) => Promise<Result>,
): Promise<Result> {
  const parts = await openParts(settings, { clock: systemClock, log: silentLog }, "jobs")
  try {
    const workDirectory = await openWorkDirectory(parts.workDirectory)
    try {
      return await work({ ...parts, workDirectory })
    } finally {
      await removeWorkDirectory(workDirectory)
    }
  } finally {
    await parts.close()
  }
}
