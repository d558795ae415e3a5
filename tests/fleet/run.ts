// npm run fleet: several processes under load and faults. See README.md.
import { parseArgs } from "node:util"
import { runFleet } from "./run-fleet.ts"

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, seed: { type: "string", default: "1" } },
})
const report = await runFleet({
  durationMs: Number(values.minutes) * 60_000,
  seed: Number(values.seed),
  faultPauseMs: 12_000,
  storeOutageMs: 30_000,
})
const { counts, faults, living, lost, returned, publications, publishedTwice, readErrorRate } = report
const rows: readonly (readonly [string, string | number])[] = [
  ["libraries added and acknowledged", counts.added],
  ["refreshes acknowledged", counts.refreshed],
  ["deletions acknowledged", counts.deleted],
  ["changes not acknowledged", counts.refusedWrites],
  ["workers killed", faults.killedWorkers],
  ["servers killed", faults.killedServers],
  ["restarts of PostgreSQL", faults.databaseRestarts],
  ["outages of the object store, 30 s each", faults.storeOutages],
  ["reads outside of outages", counts.reads],
  ["of these, failed", `${counts.failedReads} (${(100 * readErrorRate).toFixed(3)}%)`],
  ["reads in outages", counts.readsInOutage],
  ["of these, failed", counts.failedReadsInOutage],
  ["answers of two revisions", counts.mixedAnswers],
  ["libraries checked at the end", living],
  ["of these, lost or older than acknowledged", lost.length],
  ["deleted libraries that returned", returned.length],
  ["publications", publications],
  ["of these, not the only one of one job", publishedTwice.length],
]
const width = Math.max(...rows.map(([name]) => name.length))
for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value}`)
for (const line of [...lost, ...returned, ...publishedTwice, ...counts.failures.slice(0, 20)]) console.log(`  ${line}`)
const isGood = lost.length + returned.length + publishedTwice.length + counts.mixedAnswers === 0
process.exitCode = isGood && readErrorRate <= 0.001 ? 0 : 1
