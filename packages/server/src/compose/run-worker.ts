import { systemClock } from "../base/clock.ts"
import { openLog } from "../base/log.ts"
import type { ServeFlags } from "@lectern/cli"
import { followSupervisor } from "../ingest/run/exit-with-supervisor.ts"
import { makeWorker } from "./make-worker.ts"
import { openStore } from "./open-store.ts"
import { settingsOf } from "./settings-of-flags.ts"

/** Runs ingestions until the process is stopped. A separate module, so that a worker does not load the HTTP server. */
export async function work(flags: Pick<ServeFlags, "dataDir">): Promise<void> {
  const settings = settingsOf(flags)
  const runtime = { clock: systemClock, log: openLog(settings.LECTERN_LOG_LEVEL) }
  const store = await openStore(settings, runtime, "jobs")
  try {
    await followSupervisor(await makeWorker(settings, store, runtime))
  } finally {
    await store.close()
  }
}
