import type { StatsFs } from "node:fs"
import { statfs } from "node:fs/promises"

const GIB = 1 << 30
/** A source of 200 MB with its index file and temporary files needs about this much. */
const MIN_FREE_BYTES = GIB
const LOW_FREE_BYTES = 5 * GIB

/** Space on the disk of a directory. */
export interface DiskSpace {
  readonly freeBytes: number
  readonly totalBytes: number
  /** `error` below the space that one large source needs, `warning` below five times that. */
  readonly status: "ok" | "warning" | "error"
  /** The free space, in words. */
  readonly summary: string
}

/** The sizes of a file system, as the operating system reports them. */
type ReadSizes = (directory: string) => Promise<Pick<StatsFs, "bavail" | "blocks" | "bsize">>

/** Reads the free space on the disk of a directory. @throws {Error} if the file system does not report it. */
export async function readDiskSpace(directory: string, readSizes: ReadSizes = statfs): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await readSizes(directory)
  const [freeBytes, totalBytes] = [bavail * bsize, blocks * bsize]
  const status = freeBytes < MIN_FREE_BYTES ? "error" : freeBytes < LOW_FREE_BYTES ? "warning" : "ok"
  const share = totalBytes === 0 ? 0 : Math.round((100 * freeBytes) / totalBytes)
  const advice = status === "ok" ? "" : ". Free some space: a large source needs about 1 GiB"
  const summary = `${(freeBytes / GIB).toFixed(1)} GiB (${share}%) are free${advice}`
  return { freeBytes, totalBytes, status, summary }
}
