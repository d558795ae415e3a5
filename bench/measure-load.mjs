// A server under load over REST and MCP, and a server with nothing to do.
import autocannon from "autocannon"
import { canPin, pause } from "./lectern-process.mjs"
import { makeDocumentation, sizeForSnippets } from "./make-documentation.mjs"
import {
  addLibrary,
  contextPath,
  MCP_HEADERS,
  MEGABYTE,
  queryDocsMessage,
  withDataDir,
  withLectern,
} from "./measures.mjs"
import { makeQuestions } from "./questions.mjs"
import { atLeast, atMost, noGoal, row } from "./rows.mjs"

const SNIPPETS = 5_000
const QUESTIONS = 400
const CLIENTS = 8
const WARM_UP_REQUESTS = 1_000
const MCP_SECONDS = 10
/** Long enough for the heap to grow as far as it does: memory changes by less than 5% in the half hour after that (`npm run soak`). */
const MIXED_SECONDS = 60
const WATCH_MS = 250
/** What follows a start, such as the first round of every schedule, is over by then. */
const SETTLE_SECONDS = 30
const IDLE_SECONDS = 60

/** Tool calls of eight MCP clients at once, and the memory of a server that REST and MCP clients keep busy. */
export async function measureLoad(host) {
  const files = makeDocumentation({ seed: SNIPPETS, ...sizeForSnippets(SNIPPETS) })
  host.add("bench/load", files)
  const questions = makeQuestions(files, QUESTIONS)
  return withDataDir(async (dataDir) => {
    const { id } = await withLectern({ dataDir }, (lectern) => addLibrary(lectern, `${host.url}/bench/load.git`))
    return withLectern({ dataDir, core: 0 }, async (lectern) => {
      const mcp = questions.map((query) => mcpRequest(lectern, id, query))
      const rest = questions.map((query) => ({ method: "GET", path: contextPath(id, query), headers: lectern.headers }))
      const inTurn = mcp.flatMap((request, at) => [request, rest[at]])
      await send(lectern, { requests: mcp, amount: WARM_UP_REQUESTS })
      const mcpRows = await measureMcp(lectern, mcp)
      return [...mcpRows, await measureBusyMemory(lectern, inTurn)]
    })
  })
}

function mcpRequest(lectern, id, query) {
  return {
    method: "POST",
    path: "/mcp",
    headers: { ...lectern.headers, ...MCP_HEADERS },
    body: queryDocsMessage(id, query),
  }
}

async function send(lectern, { requests, ...options }) {
  const load = await autocannon({ url: lectern.url, connections: CLIENTS, requests, ...options })
  const failed = load.non2xx + load.errors
  if (failed > 0) throw new Error(`${failed} requests under load were not answered`)
  return load
}

async function measureMcp(lectern, requests) {
  const before = lectern.cpuSeconds()
  const load = await send(lectern, { requests, duration: MCP_SECONDS })
  const cpuMs = ((lectern.cpuSeconds() - before) * 1_000) / load["2xx"]
  const note = `${CLIENTS} clients, ${MCP_SECONDS} s${canPin ? "" : "; cores not pinned on this machine"}`
  const name = "questions to 5,000 snippets over MCP, on one core"
  return [
    row(name, load.requests.average, "requests/s", atLeast(460), note),
    row("CPU time of the server per MCP request", cpuMs, "ms", noGoal),
  ]
}

async function measureBusyMemory(lectern, requests) {
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, lectern.memory())), WATCH_MS)
  await send(lectern, { requests, duration: MIXED_SECONDS })
  clearInterval(timer)
  const note = `highest of ${MIXED_SECONDS} s, ${CLIENTS} clients, over MCP and REST in turn`
  return row("memory of the server under load", peak / MEGABYTE, "MB", atMost(200), note)
}

/** Processor time of a server and its worker while nobody asks anything. */
export async function measureIdle() {
  return withDataDir((dataDir) =>
    withLectern({ dataDir }, async (lectern) => {
      await pause(SETTLE_SECONDS * 1_000)
      const watch = lectern.watchChildren()
      const before = lectern.cpuSeconds()
      await pause(IDLE_SECONDS * 1_000)
      const seconds = lectern.cpuSeconds() - before + watch.end().cpuSeconds
      const share = (100 * seconds) / IDLE_SECONDS
      return [
        row("processor of an idle server with its worker", share, "% of a core", atMost(0.5), `${IDLE_SECONDS} s`),
      ]
    }),
  )
}
