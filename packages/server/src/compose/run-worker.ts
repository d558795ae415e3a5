import { systemClock } from "../base/clock.ts"
import { openLog } from "../base/log.ts"
import { withTraceIds } from "../base/tracing.ts"
import type { ServeFlags } from "@lectern/cli"
import { followSupervisor, untilBegun } from "../ingest/run/exit-with-supervisor.ts"
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
  if (!(await untilBegun())) return
  const settings = settingsOf(flags)
  const plainLog = openLog(settings.LECTERN_LOG_LEVEL)
  const tracing = await openTracing(settings, { log: plainLog, version: programVersion() })
  const log = tracing === undefined ? plainLog : withTraceIds(plainLog, tracing)
  const runtime = { clock: systemClock, log, tracing }
  try {
    const store = await openStore(settings, runtime, "jobs")
    try {
      await followSupervisor(await makeWorker(settings, store, runtime))
    } finally {
      await store.close()
    }
  } finally {
    await tracing?.close()
  }
}
