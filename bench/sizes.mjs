// npm run bench:sizes: measures the table of sizes in docs/operations.md on an otherwise idle machine.
//
//   npm run bench:sizes -- [--seconds 30]
//
// A server with Lectern's own documentation answers questions of 20, 200 and 2,000 connections. The load comes from this process, so
// the machine needs a processor for it.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { cpus, loadavg } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import autocannon from "autocannon"
import { prepare, root } from "../scripts/prepare.mjs"
import { startLectern } from "./lectern-process.mjs"
import { contextPath } from "./measures.mjs"
import { makeQuestions } from "./questions.mjs"

const LIBRARY = "/lectern/docs"
const QUESTIONS = 500
/** More processes than this are a sign that other work takes part of the processors. */
const IDLE_LOAD = 0.3
/** Two thousand people send about 17 requests a second if each agent asks 30 questions an hour. */
const LOADS = [
  { name: "20 connections, as fast as possible", connections: 20 },
  { name: "200 connections, as fast as possible", connections: 200 },
  { name: "2,000 connections, 20 requests/s", connections: 2_000, overallRate: 20 },
]

function ownQuestions() {
  const folder = join(root, "docs")
  const pages = readdirSync(folder).filter((name) => name.endsWith(".md"))
  return makeQuestions(
    pages.map((name) => ({ content: readFileSync(join(folder, name), "utf8") })),
    QUESTIONS,
  )
}

/** Sends questions for some seconds. @throws if one of them is not answered. */
async function measureLoad(lectern, { name, ...load }, duration) {
  const requests = ownQuestions().map((question) => ({
    path: contextPath(LIBRARY, question),
    headers: lectern.headers,
  }))
  const {
    requests: sent,
    latency,
    non2xx,
    errors,
  } = await autocannon({ url: lectern.url, duration, requests, ...load })
  if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} requests were refused and ${errors} failed`)
  const memory = Math.round(lectern.memory() / 1e6)
  const rate = Math.round(sent.average).toLocaleString("en")
  return `| ${name} | ${rate} | ${latency.p50} ms | ${latency.p99} ms | ${memory} MB |`
}

const { values: flags } = parseArgs({ options: { seconds: { type: "string", default: "30" } } })
await prepare()
const [load] = loadavg()
if (load > IDLE_LOAD * cpus().length)
  console.warn(`the machine is busy (load ${load.toFixed(1)}): expect slower answers`)
const dataDir = mkdtempSync(join(process.env.TMPDIR ?? "/tmp", "lectern-sizes-"))
const lectern = await startLectern({ dataDir, environment: { LECTERN_SAMPLE: "on" } })
try {
  console.log(`${cpus().length} × ${cpus()[0].model}, Node ${process.versions.node}, load before ${load.toFixed(1)}\n`)
  console.log("| load | requests/s | median | 99th percentile | memory of the server |\n|---|---|---|---|---|")
  for (const each of LOADS) console.log(await measureLoad(lectern, each, Number(flags.seconds)))
} finally {
  await lectern.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
