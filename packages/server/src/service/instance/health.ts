import { statfs } from "node:fs/promises"
import type { HealthResponse } from "@lectern/contract"
import { asError } from "../../base/errors.ts"
import type { ServiceContext } from "../service-context.ts"

/** Reports that the process is running. */
export function health(context: Pick<ServiceContext, "version">): HealthResponse {
  return { status: "ok", version: context.version }
}

/** With less free space than this, a transaction of the catalogue may fail. */
const MIN_FREE_BYTES = 4 * 1024 * 1024

/**
 * Finds the reason why the instance cannot serve requests: a catalogue that does not respond or is not migrated, or a
 * full disk.
 *
 * @returns undefined if it is ready.
 */
export async function readinessProblem(
  context: Pick<ServiceContext, "catalogue" | "log" | "settings">,
): Promise<string | undefined> {
  if (!(await isCatalogueReady(context))) return "the catalogue does not respond or is being migrated"
  const freeBytes = await freeBytesIn(context.settings.LECTERN_DATA_DIR)
  if (freeBytes === undefined || freeBytes >= MIN_FREE_BYTES) return undefined
  context.log.error({ dataDir: context.settings.LECTERN_DATA_DIR, freeBytes }, "no space left in the data directory")
  return "no space left in the data directory. Questions are answered, but nothing can be added or changed"
}

async function isCatalogueReady({ catalogue, log }: Pick<ServiceContext, "catalogue" | "log">): Promise<boolean> {
  try {
    return await catalogue.isReady()
  } catch (error) {
    log.warn({ error: asError(error).message }, "catalogue does not respond")
    return false
  }
}

/** @returns undefined if the operating system does not report it. */
async function freeBytesIn(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch {
    // Some network file systems do not report it; a failing write will show that the disk is full.
    return undefined
  }
}
