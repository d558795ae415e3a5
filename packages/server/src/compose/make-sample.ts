import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { systemClock } from "../base/clock.ts"
import { InternalFailure } from "../base/errors.ts"
import { silentLog } from "../base/log.ts"
import { readSettings } from "../config/settings.ts"
import { READY_FILES, type ReadyDescription } from "../service/libraries/ready-sample.ts"
import { SAMPLE_LIBRARY_ID } from "../service/libraries/sample.ts"
import { type ComposedApp, composeApp } from "./compose-app.ts"

const POLL_MS = 20
const TIME_LIMIT_MS = 120_000

/**
 * Indexes the bundled documentation, so that a new instance can serve it immediately.
 *
 * @param pages absolute path of the directory of pages.
 * @param target directory for the index and its description.
 * @throws {InternalFailure} if no page can be indexed, or indexing takes more than two minutes.
 */
export async function makeSample(pages: string, target: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "lectern-sample-"))
  const settings = readSettings({ LECTERN_DATA_DIR: dataDir, LECTERN_HOST_FACTS: "off" })
  const server = await composeApp(settings, {
    clock: systemClock,
    log: silentLog,
    workerMode: "inline",
    sampleFolders: { pages, ready: join(dataDir, "none") },
  })
  try {
    await server.start()
    await writeSample(server, target)
  } finally {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function writeSample({ context }: ComposedApp, target: string): Promise<void> {
  const { catalogue, blobs } = context
  const deadlineMs = performance.now() + TIME_LIMIT_MS
  for (;;) {
    const library = await catalogue.libraries.byId(SAMPLE_LIBRARY_ID)
    const version = library && (await catalogue.versions.get(library.key, ""))
    const { indexHash, reportHash, revision, recipe } = version ?? {}
    if (library !== undefined && version !== undefined && indexHash && reportHash && revision && recipe) {
      const { branch, totalTokens, totalSnippets } = version
      const { characteristicTerms, aliases, benchmarkScore } = library
      const ready: ReadyDescription = {
        publication: { branch, revision, recipe, totalTokens, totalSnippets },
        library: { characteristicTerms, aliases, benchmarkScore },
      }
      await mkdir(target, { recursive: true })
      await copyFile(await blobs.localPath(indexHash), join(target, READY_FILES.index))
      await copyFile(await blobs.localPath(reportHash), join(target, READY_FILES.report))
      return await writeFile(join(target, READY_FILES.description), JSON.stringify(ready))
    }
    if (library?.state === "error") throw new InternalFailure(`cannot index the sample: ${library.stateReason ?? ""}`)
    if (performance.now() > deadlineMs) throw new InternalFailure("cannot index the sample: it takes too long")
    await delay(POLL_MS)
  }
}
