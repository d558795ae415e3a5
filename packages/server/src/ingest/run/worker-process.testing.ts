import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { systemClock } from "../../base/clock.ts"
import { silentLog } from "../../base/log.ts"
import { openDirectoryBlobStore } from "../../blobs/open-directory-blob-store.ts"
import { openSqliteCatalogue } from "../../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import { superviseWorker } from "./start-worker-process.ts"
import { createStages } from "../read/stages.ts"
import { createWorker } from "./worker.ts"
import { WorkerSupervisor } from "./worker-supervisor.ts"
import { fileItem, textSource } from "./test-worker.testing.ts"

// A process for tests: `work <folder> <milliseconds per file> <silent after>` runs a worker on the catalogue of the
// folder, `supervise <folder>` is a server with such a worker, `hold <folder>` one that has not begun.
const [mode, folder = "", pauseMs = "0", silentAfterMs = "3000"] = process.argv.slice(2)
const script = process.argv[1] ?? ""
if (folder === "") throw new Error("name the folder of the catalogue")
if (mode === "supervise") {
  const worker = superviseWorker({ args: [...process.execArgv, script, "work", folder, "5"], log: silentLog })
  process.stdout.write(`${worker.processId}\n`)
  setInterval(() => undefined, 60_000)
} else if (mode === "hold") {
  const args = [...process.execArgv, script, "work", folder, "5"]
  const worker = superviseWorker({ args, isHeld: true, log: silentLog })
  process.stdout.write(`${worker.processId}\n`)
  setInterval(() => undefined, 60_000)
} else {
  await work()
}

async function work(): Promise<void> {
  appendFileSync(join(folder, "loaded.log"), "loaded\n")
  const supervisor = new WorkerSupervisor()
  try {
    if (await supervisor.untilBegun()) await runWorker(supervisor)
  } finally {
    supervisor.close()
  }
}

async function runWorker(supervisor: WorkerSupervisor): Promise<void> {
  const catalogue = await openSqliteCatalogue(join(folder, "lectern.db"), { clock: systemClock, log: silentLog })
  const worker = createWorker({
    catalogue,
    blobs: await openDirectoryBlobStore(join(folder, "blobs")),
    stages: createStages(async ({ library }) => {
      appendFileSync(join(folder, "opened.log"), `${library.id}\n`)
      return { ...textSource({}), revision: library.id, items: () => slowItems(library.id) }
    }),
    clock: systemClock,
    log: silentLog,
    workDirectory: join(folder, "work"),
    concurrency: 1,
    // No run of these tests blocks its process for this long.
    silentAfterMs: Number(silentAfterMs),
  })
  await supervisor.run(worker)
  await catalogue.close()
}

async function* slowItems(id: string) {
  // Simulates a parser that never returns.
  if (id.startsWith("/hang/")) for (;;);
  // Simulates a file that no limit of a parser stops.
  // Large arrays fill the memory sooner: with many small values, most of the time is spent on garbage collection.
  if (id.startsWith("/huge/")) for (const held: string[][] = []; ;) held.push("-".repeat(1_000_000).split(""))
  for (let number = 0; number < 5; number++) {
    await delay(Number(pauseMs))
    yield fileItem(
      `${number}.md`,
      Buffer.from(`# Page ${number}\n\nThis is page ${number} of the documentation of ${id}, which is short.\n`),
    )
  }
}
