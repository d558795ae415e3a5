import { systemClock } from "../base/clock.ts"
import { openLog } from "../base/log.ts"
import { withTraceIds } from "../base/tracing.ts"
import type { ServeFlags } from "@lectern/cli"
import { WorkerSupervisor } from "../ingest/run/worker-supervisor.ts"
import { makeWorker } from "./make-worker.ts"
import { openStore } from "./open-store.ts"
import { programVersion } from "./program-version.ts"
import { openTracing } from "./tracing/open-tracing.ts"
import { settingsOf } from "./settings-of-flags.ts"

/**
 * Runs ingestions until the process is stopped. This is a separate module, so that a worker does not load the HTTP
 * server.
 */
export async function work(flags: Pick<ServeFlags, "dataDir">): Promise<void> {
  const supervisor = new WorkerSupervisor()
  try {
    if (await supervisor.untilBegun()) await runWorker(flags, supervisor)
  } finally {
    supervisor.close()
  }
}

async function runWorker(flags: Pick<ServeFlags, "dataDir">, supervisor: WorkerSupervisor): Promise<void> {
  const settings = settingsOf(flags)
  const plainLog = openLog(settings.LECTERN_LOG_LEVEL)
  const tracing = await openTracing(settings, { log: plainLog, version: programVersion() })
  const log = tracing === undefined ? plainLog : withTraceIds(plainLog, tracing)
  const runtime = { clock: systemClock, log, tracing }
  try {
    const store = await openStore(settings, runtime, "jobs")
    try {
      await supervisor.run(await makeWorker(settings, store, runtime))
    } finally {
      await store.close()
    }
  } finally {
    await tracing?.close()
  }
}
