#!/usr/bin/env node
// npm run soak: sends questions to a built server over REST and MCP for a long time while it indexes, and reports what
// grows.
//
//   npm run soak -- [--minutes 30] [--overload] [--check]
//
// Memory, handles and latency at minute five (after a sixth of the time in shorter runs) are compared with those at the
// end, and a table shows what was measured. --overload runs only the last part: more requests than a server can handle.
// --check exits with code 1 if a goal is missed. Exit code 2: the measurement failed.
import { parseArgs } from "node:util"
import { prepare } from "../scripts/prepare.mjs"
import { openGitHost } from "./git-host.mjs"
import { pause } from "./lectern-process.mjs"
import { makeDocumentation } from "./make-documentation.mjs"
import { addLibrary, MEGABYTE, waitForLibrary, withDataDir, withLectern } from "./measures.mjs"
import { makeQuestions } from "./questions.mjs"
import { drawTable } from "./report.mjs"
import { ascending, atMost, noGoal, quantile, row } from "./rows.mjs"
import { overload, startLoad } from "./soak-load.mjs"

const { values: flags } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    overload: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
})
const MINUTES = Number(flags.minutes)
/** Time of the first sample of memory, after caches are warm. */
const FIRST_LOOK_MINUTES = Math.min(5, MINUTES / 6)
/** Memory varies with every garbage collection, so the median over this many seconds is used. */
const LOOK_SECONDS = Math.min(60, MINUTES * 10)
const IDLE_SECONDS = Math.min(60, MINUTES * 10)
const LIBRARIES = 8
const SIZE = { files: 60, bytes: 600_000 }
const SETTINGS = { LECTERN_RATE_LIMITS: "off" }

const nameOf = (number) => `bench/soak-${number}`

function makeLibrary(host, number) {
  const files = makeDocumentation({ seed: 7_000 + number, ...SIZE })
  host.add(nameOf(number), files)
  return {
    id: `/${nameOf(number)}`,
    url: `${host.url}/${nameOf(number)}.git`,
    files,
    questions: makeQuestions(files, 200),
  }
}

/** Changes, refreshes, adds and removes libraries one after another until it is stopped. */
async function keepIndexing(lectern, host, { libraries, isOver, log }) {
  const extra = makeLibrary(host, LIBRARIES)
  for (let round = 0; !isOver(); round++) {
    const library = libraries[round % libraries.length]
    const changed = library.files.map(({ path, content }) => ({
      path,
      content: `${content}\n\nRound ${round} of ${path}.\n`,
    }))
    host.change(library.id.slice(1), changed)
    await lectern.post("/v1/refresh", { libraryName: library.id })
    await waitForLibrary(lectern, library.id)
    await addLibrary(lectern, extra.url)
    await fetch(`${lectern.url}/api/v2/libs${extra.id}`, { method: "DELETE", headers: lectern.headers })
    log.jobs += 2
  }
}

/** Samples the server once a second. */
function startLooking(lectern) {
  const looks = []
  const timer = setInterval(() => {
    looks.push({
      atMs: performance.now(),
      memory: lectern.memory(),
      worker: lectern.workerMemory(),
      handles: lectern.handles(),
    })
  }, 1000)
  return { looks, stop: () => clearInterval(timer) }
}

const middleOf = (looks, name) => quantile(ascending(looks.map((look) => look[name])), 0.5)

async function soak(host, lectern) {
  const libraries = Array.from({ length: LIBRARIES }, (_, number) => makeLibrary(host, number))
  for (const { url } of libraries) await addLibrary(lectern, url)
  const load = startLoad(lectern, libraries)
  await pause(5_000)
  load.take()
  await pause(IDLE_SECONDS * 1000)
  const idle = load.take()
  let isOver = false
  const log = { jobs: 0 }
  const looking = startLooking(lectern)
  const indexing = keepIndexing(lectern, host, { libraries, isOver: () => isOver, log })
  const latencies = await keepAsking(load, indexing)
  isOver = true
  await indexing
  looking.stop()
  await load.stop()
  return [...soakRows({ idle, latencies, looks: looking.looks, log }), ...(await pressRows(lectern, libraries))]
}

/** Sends more requests than a server can handle. */
async function press(host, lectern) {
  const library = makeLibrary(host, 0)
  await addLibrary(lectern, library.url)
  return pressRows(lectern, [library])
}

async function pressRows(lectern, libraries) {
  const pressure = await overload(lectern, libraries[0], { atOnce: 600, seconds: 10 })
  const after = startLoad(lectern, libraries)
  await pause(10_000)
  await after.stop()
  return pressureRows(pressure, after.take())
}

/** @returns the latencies during the first sample, over the whole time, and during the last sample. */
async function keepAsking(load, indexing) {
  const parts = []
  const minutes = [
    FIRST_LOOK_MINUTES,
    LOOK_SECONDS / 60,
    MINUTES - FIRST_LOOK_MINUTES - LOOK_SECONDS / 30,
    LOOK_SECONDS / 60,
  ]
  for (const part of minutes) {
    await Promise.race([pause(part * 60_000), indexing.then(() => Promise.reject(new Error("indexing ended early")))])
    parts.push(load.take())
    process.stderr.write(`soak: ${parts.length} of ${minutes.length} parts\n`)
  }
  return parts
}

function soakRows({ idle, latencies, looks, log }) {
  const [, first, , last] = latencies
  const beganMs = looks[0].atMs
  const during = (fromMinutes) =>
    looks.filter(({ atMs }) => {
      const at = (atMs - beganMs) / 60_000
      return at >= fromMinutes && at <= fromMinutes + LOOK_SECONDS / 60
    })
  const [early, late] = [during(FIRST_LOOK_MINUTES), looks.slice(-LOOK_SECONDS)]
  const growth = (name) => (middleOf(late, name) / middleOf(early, name) - 1) * 100
  const worst = Math.max(...latencies.map(({ context }) => context.at(0.99)))
  const failures = [idle, ...latencies].flatMap((part) => Object.values(part).flatMap((kind) => kind.failures))
  const asked = latencies.reduce((sum, part) => sum + Object.values(part).reduce((all, { count }) => all + count, 0), 0)
  const at = `minute ${Math.round(FIRST_LOOK_MINUTES * 10) / 10}`
  return [
    row("requests while it indexed", asked, "", noGoal, `${log.jobs} jobs, ${MINUTES} minutes`),
    row("requests that failed", failures.length, "", atMost(0), [...new Set(failures)].slice(0, 3).join("; ")),
    row(`memory of the server, ${at}`, middleOf(early, "memory") / MEGABYTE, "MB", noGoal),
    row("memory of the server, at the end", middleOf(late, "memory") / MEGABYTE, "MB", noGoal),
    row("growth of the server's memory", growth("memory"), "%", atMost(5)),
    row(
      "growth of the workers' memory",
      growth("worker"),
      "%",
      noGoal,
      `${Math.round(middleOf(late, "worker") / MEGABYTE)} MB at the end`,
    ),
    row(`open files of the server, ${at}`, middleOf(early, "handles"), "", noGoal),
    row("open files of the server, at the end", middleOf(late, "handles"), "", atMost(middleOf(early, "handles") + 20)),
    row(
      "p99 of context requests, idle",
      idle.context.at(0.99),
      "ms",
      noGoal,
      `p50 ${idle.context.at(0.5).toFixed(1)} ms`,
    ),
    row(
      "p99 of context requests, while it indexes",
      worst,
      "ms",
      atMost(Number((3 * idle.context.at(0.99)).toFixed(1))),
      "the worst part; the goal is three times idle",
    ),
    row(
      `p99 of context requests, ${at}`,
      first.context.at(0.99),
      "ms",
      noGoal,
      `MCP ${first.mcp.at(0.99).toFixed(1)} ms`,
    ),
    row(
      "p99 of context requests, at the end",
      last.context.at(0.99),
      "ms",
      noGoal,
      `MCP ${last.mcp.at(0.99).toFixed(1)} ms`,
    ),
  ]
}

function pressureRows({ counts, wrong, slowestHealthMs }, after) {
  const statuses = [...counts].map(([status, count]) => `${status}: ${count}`).join(", ")
  const refused = [...counts].reduce((sum, [status, count]) => sum + (status === 200 ? 0 : count), 0)
  return [
    row("refused of 600 requests at once", refused, "", noGoal, statuses),
    row("refusals without Retry-After, other errors", wrong.length, "", atMost(0), wrong.slice(0, 2).join("; ")),
    row("slowest /api/health meanwhile", slowestHealthMs, "ms", atMost(5_000)),
    row("p99 of context requests afterwards", after.context.at(0.99), "ms", noGoal),
  ]
}

try {
  if (!(MINUTES >= 1)) throw new Error("--minutes must be at least 1")
  await prepare()
  const host = await openGitHost()
  try {
    const rows = await withDataDir((dataDir) =>
      withLectern({ dataDir, environment: SETTINGS }, (lectern) =>
        flags.overload ? press(host, lectern) : soak(host, lectern),
      ),
    )
    console.log(drawTable(rows))
    if (flags.check && rows.some(({ isMet }) => !isMet)) process.exitCode = 1
  } finally {
    await host.close()
  }
} catch (error) {
  console.error(error)
  process.exitCode = 2
}
