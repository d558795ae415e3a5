import { join, resolve } from "node:path"
import { mkdir } from "node:fs/promises"
import { systemClock } from "../../base/clock.ts"
import type { Log } from "../../base/log.ts"
import type { BlobStore } from "../../blobs/blob-store.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import type { Settings } from "../../config/settings.ts"
import { prepareDataDirectory } from "../data-directory.ts"
import { openBlobs } from "../open-blobs.ts"
import { openCatalogue } from "../open-catalogue.ts"
import { openOutgoing } from "../open-outgoing.ts"

/** The parts of an instance that a copy reads or fills, without a server. */
export interface OpenParts {
  readonly catalogue: Catalogue
  readonly blobs: BlobStore
  readonly workDirectory: string
  close(): Promise<void>
}

/** Opens the catalogue and the blobs that the settings name, and migrates the catalogue to this release. */
export async function openParts(settings: Settings, log: Log): Promise<OpenParts> {
  const dataDir = resolve(settings.LECTERN_DATA_DIR)
  await prepareDataDirectory(dataDir, {
    hasCatalogue: settings.DATABASE_URL === undefined,
    mayBeNew: settings.LECTERN_NEW_CATALOGUE === "on",
    log,
  })
  const workDirectory = join(dataDir, "work")
  await mkdir(workDirectory, { recursive: true })
  const catalogue = await openCatalogue(settings, { clock: systemClock, log })
  let blobs: BlobStore | undefined
  const close = async () => {
    try {
      await blobs?.close()
    } finally {
      await catalogue.close()
    }
  }
  try {
    await catalogue.migrate()
    blobs = await openBlobs(settings, { log, trust: openOutgoing(settings).trust })
    return { catalogue, blobs, workDirectory, close }
  } catch (error) {
    await close()
    throw error
  }
}
