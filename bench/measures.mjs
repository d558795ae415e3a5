// One function per group of figures. Each returns rows { name, goal, isMet, measured, unit, note }.
import autocannon from "autocannon"
import Database from "better-sqlite3"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "../scripts/prepare.mjs"
import { canPin, pause, startLectern } from "./lectern-process.mjs"
import { makeDocumentation, sizeForSnippets } from "./make-documentation.mjs"
import { makeQuestions } from "./questions.mjs"
import { ascending, atLeast, atMost, noGoal, quantile, row, timeEach } from "./rows.mjs"

export const MEGABYTE = 1_000_000
const TOKENS = 5000
const QUESTIONS = 400
const POLL_MS = 10
const JOB_TIMEOUT_MS = 600_000
/** Size of the documentation in the goal: 155 files, 1.5 MB. */
const MIDDLE_SIZE = { files: 155, bytes: 1_500_000 }
const LOAD_SECONDS = 10
/** Goals for a ranked and packed query in this process, in milliseconds. */
const QUERY_GOALS = { middle: { p50: 1.5, p99: 4 }, large: { p50: 3, p99: 8 } }
const LOAD_CONNECTIONS = 8

/** Runs `work` with a new data directory. */
export async function withDataDir(work) {
  const dataDir = mkdtempSync(join(tmpdir(), "lectern-bench-"))
  try {
    return await work(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Runs `work` with a new server on a data directory. */
export async function withLectern(options, work) {
  const lectern = await startLectern(options)
  try {
    return await work(lectern)
  } finally {
    await lectern.stop()
  }
}

/** Requests the addition of a repository. @returns its library id. */
async function submit(lectern, url) {
  const { libraryName } = await lectern.post("/v2/add/repo/git", { docsRepoUrl: url })
  return libraryName
}

/** Waits until a library can answer questions. */
export async function waitForLibrary(lectern, id) {
  const deadline = performance.now() + JOB_TIMEOUT_MS
  for (;;) {
    const { jobs } = await lectern.ask(`/v2/jobs?${new URLSearchParams({ libraryId: id, limit: "1" })}`)
    const [job] = jobs
    if (job?.state === "succeeded") return
    if (job?.state === "failed" || job?.state === "cancelled")
      throw new Error(`${id}: ${job.error?.message ?? job.state}`)
    if (performance.now() > deadline) throw new Error(`${id} was not indexed in time`)
    await pause(POLL_MS)
  }
}

/**
 * Adds a repository. @returns id, number of snippets, seconds from the request until it can answer questions, and the
 * worker's resource usage.
 */
export async function addLibrary(lectern, url) {
  const watch = lectern.watchChildren()
  const started = performance.now()
  const id = await submit(lectern, url)
  await waitForLibrary(lectern, id)
  const seconds = (performance.now() - started) / 1000
  const { totalSnippets } = await lectern.ask(`/v2/libs${id}`)
  return { id, snippets: totalSnippets, seconds, ...watch.end() }
}

/**
 * Measures the time from starting the program to the first successful `/api/ready`, on an empty and on a used data
 * directory.
 */
export async function measureReady() {
  return withDataDir(async (dataDir) => {
    const starts = []
    for (let run = 0; run < 6; run++) await withLectern({ dataDir }, async (lectern) => starts.push(lectern))
    const [first, ...later] = starts.map(({ readyMs }) => readyMs / 1000)
    const cpu = starts.slice(1).map(({ readyCpuSeconds }) => readyCpuSeconds)
    return [
      row("`lectern serve` until ready, new data directory", first, "s", noGoal),
      row("`lectern serve` until ready", quantile(ascending(later), 0.5), "s", atMost(1), "median of 5"),
      row("CPU time of the server until ready", quantile(ascending(cpu), 0.5), "s", noGoal, "median of 5"),
    ]
  })
}

/**
 * Measures documentation of the size of a large web framework's: the time from the request that adds it to finalized,
 * and the worker's memory. A small library is added first, so that the start of the worker is not included.
 */
export async function measureMiddle(host) {
  const files = makeDocumentation({ seed: 3, ...MIDDLE_SIZE })
  host.add("bench/middle", files)
  host.add("bench/small", makeDocumentation({ seed: 4, files: 1, bytes: 5_000 }))
  return withDataDir((dataDir) =>
    withLectern({ dataDir }, async (lectern) => {
      const small = await addLibrary(lectern, `${host.url}/bench/small.git`)
      const library = await addLibrary(lectern, `${host.url}/bench/middle.git`)
      const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
      const size = `${files.length} files, ${(bytes / MEGABYTE).toFixed(1)} MB, ${library.snippets.toLocaleString("en")} snippets`
      return [
        row("one page, from request to finalized, while the worker starts", small.seconds, "s", noGoal),
        row("155 files with 1.5 MB, from request to finalized", library.seconds, "s", atMost(2), size),
        row("CPU time of the worker", library.cpuSeconds, "s", noGoal),
        row("peak memory of the worker", library.peakBytes / MEGABYTE, "MB", atMost(400)),
      ]
    }),
  )
}

/** Measures the speed of indexing, and of questions to the indexed libraries, in this process and over HTTP. */
export async function measureLibraries(host) {
  const sizes = [500, 5_000, 50_000]
  return withDataDir(async (dataDir) => {
    const libraries = []
    const rows = await withLectern({ dataDir }, async (lectern) => {
      const found = []
      for (const size of sizes) {
        const files = makeDocumentation({ seed: size, ...sizeForSnippets(size) })
        host.add(`bench/size-${size}`, files)
        const library = await addLibrary(lectern, `${host.url}/bench/size-${size}.git`)
        libraries.push({ ...library, size, questions: makeQuestions(files, QUESTIONS) })
        const speed = library.snippets / library.seconds
        const note = `${library.snippets.toLocaleString("en")} snippets in ${library.seconds.toFixed(2)} s, ${library.cpuSeconds.toFixed(2)} s of CPU time`
        const name = `indexing from local git, about ${size.toLocaleString("en")} snippets`
        found.push(row(name, speed, "snippets/s", size === sizes.at(-1) ? atLeast(5000) : noGoal, note))
      }
      return found
    })
    const asked = libraries.filter(({ size }) => size >= 5_000)
    rows.push(...(await measureInProcess(dataDir, asked)))
    rows.push(...(await measureOverHttp(dataDir, asked)))
    return rows
  })
}

const built = (path) => import(pathToFileURL(join(root, "packages", path)).href)

/** Answers questions with the program's own modules: find, rank, pack and render. */
async function measureInProcess(dataDir, libraries) {
  const { createOpenIndexCache } = await built("server/dist/blobs/open-index-cache.js")
  const { openDirectoryBlobStore } = await built("server/dist/blobs/open-directory-blob-store.js")
  const { answerQuestion, RankingSession, renderContextText } = await built("engine/dist/index.js")
  const blobs = await openDirectoryBlobStore(join(dataDir, "blobs"))
  const indexes = createOpenIndexCache({ blobs, session: new RankingSession(), maxOpen: 10 })
  const rows = []
  for (const { id, size, snippets, questions } of libraries) {
    const hash = indexHashOf(dataDir, id)
    const ask = (query) =>
      indexes.use(hash, (rankable) => renderContextText(answerQuestion(rankable, { query, tokens: TOKENS }), []))
    const times = await timeEach(questions, ask)
    const name = `question to ${size.toLocaleString("en")} snippets, in process`
    const goals = size === 5_000 ? QUERY_GOALS.middle : QUERY_GOALS.large
    rows.push(row(`${name}, p50`, quantile(times, 0.5), "ms", atMost(goals.p50)))
    rows.push(row(`${name}, p99`, quantile(times, 0.99), "ms", atMost(goals.p99)))
    const kilobytes = statSync(await blobs.localPath(hash)).size / snippets / 1_000
    rows.push(
      row(`size of an index file of ${size.toLocaleString("en")} snippets, per snippet`, kilobytes, "kB", atMost(2.5)),
    )
  }
  indexes.close()
  return rows
}

/** Measures the time that counting a request for its limit adds, for a thousand callers who take turns. */
export async function measureLimits() {
  const { createRateLimits } = await built("server/dist/access/limits/rate-limits.js")
  const { createWindowCounts } = await built("server/dist/access/limits/window-counts.js")
  const { readSettings } = await built("server/dist/config/settings.js")
  const { systemClock } = await built("server/dist/base/clock.js")
  const { silentLog } = await built("server/dist/base/log.js")
  const { openSqliteCatalogue } = await built("server/dist/catalogue/engines/sqlite/open-sqlite-catalogue.js")
  const catalogue = await openSqliteCatalogue(":memory:", { clock: systemClock, log: silentLog })
  await catalogue.migrate()
  const counts = createWindowCounts({ rateCounts: catalogue.rateCounts, clock: systemClock, log: silentLog })
  const settings = readSettings({ LECTERN_RATE_LIMITS: "on", LECTERN_RATE_API: "anonymous=100000" })
  const rates = createRateLimits(settings, counts)
  const requests = 100_000
  const started = performance.now()
  for (let at = 0; at < requests; at++) {
    rates.take("api", { caller: { kind: "anonymous" }, address: `192.0.${(at >> 2) & 3}.${at & 255}` })
  }
  const cost = (performance.now() - started) / requests
  await counts.stop()
  await catalogue.close()
  return [row("rate limit check", cost, "ms", atMost(0.05), `${requests.toLocaleString("en")} requests`)]
}

function indexHashOf(dataDir, id) {
  const database = new Database(join(dataDir, "lectern.db"), { readonly: true })
  const found = database
    .prepare("SELECT index_hash FROM version JOIN library ON library.key = library_key WHERE id = ? AND tag = ''")
    .get(id)
  database.close()
  return found.index_hash
}

/** Returns the path of a question to one library. */
export const contextPath = (id, query) => `/api/v2/context?${new URLSearchParams({ libraryId: id, query })}`

/** Sends questions to a server with one core: first one after another, then as many as it can handle. */
async function measureOverHttp(dataDir, libraries) {
  return withLectern({ dataDir, core: 0 }, async (lectern) => {
    const rows = []
    for (const { id, size, questions } of libraries) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const times = await timeEach(questions, (query) => readOnce(lectern, agent, contextPath(id, query)))
      agent.destroy()
      const name = `question to ${size.toLocaleString("en")} snippets, over HTTP`
      rows.push(row(`${name}, p50`, quantile(times, 0.5), "ms", size === 5_000 ? atMost(5) : noGoal))
      rows.push(row(`${name}, p99`, quantile(times, 0.99), "ms", noGoal))
      rows.push(...(await measureOverMcp(lectern, { id, size, questions })))
    }
    const { id, questions } = libraries[0]
    const load = await autocannon({
      url: lectern.url,
      connections: LOAD_CONNECTIONS,
      duration: LOAD_SECONDS,
      headers: lectern.headers,
      requests: questions.map((query) => ({ method: "GET", path: contextPath(id, query) })),
    })
    if (load.non2xx + load.errors > 0)
      throw new Error(`${load.non2xx + load.errors} requests under load were not answered`)
    const note = `${LOAD_CONNECTIONS} connections, ${LOAD_SECONDS} s${canPin ? "" : "; cores not pinned on this machine"}`
    rows.push(
      row(
        "questions to 5,000 snippets over HTTP, on one core",
        load.requests.average,
        "requests/s",
        atLeast(400),
        note,
      ),
    )
    return rows
  })
}

/** Calls `query-docs` in the same way as clients of the 2025 protocol, one question after another. */
async function measureOverMcp(lectern, { id, size, questions }) {
  if (size !== 5_000) return []
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = await timeEach(questions, (query) => readOnce(lectern, agent, "/mcp", queryDocsMessage(id, query)))
  agent.destroy()
  const name = `question to ${size.toLocaleString("en")} snippets, over MCP`
  return [
    row(`${name}, p50`, quantile(times, 0.5), "ms", atMost(8)),
    row(`${name}, p99`, quantile(times, 0.99), "ms", noGoal),
  ]
}

/** The body of a question to one library over MCP. */
export function queryDocsMessage(id, query) {
  const params = { name: "query-docs", arguments: { libraryId: id, query } }
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })
}

export const MCP_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" }

/** Reads one response to its end. @param message sent as a JSON body; if undefined, a GET request is sent. */
export function readOnce(lectern, agent, path, message) {
  const method = message === undefined ? "GET" : "POST"
  const headers = { ...lectern.headers, ...(message === undefined ? {} : MCP_HEADERS) }
  return new Promise((resolve, reject) => {
    const sent = request(`${lectern.url}${path}`, { agent, method, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`))
      response.on("end", resolve).on("error", reject).resume()
    })
    sent.on("error", reject).end(message)
  })
}

/** Measures real documentation from `--docs`: every folder in it, on a separate server. */
export async function measureFolders(host, folders) {
  const rows = []
  for (const { name, files } of folders) {
    host.add(`bench/${name}`, files)
    const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
    await withDataDir((dataDir) =>
      withLectern({ dataDir }, async (lectern) => {
        const { seconds, snippets, peakBytes } = await addLibrary(lectern, `${host.url}/bench/${name}.git`)
        const note = `${files.length} files, ${(bytes / MEGABYTE).toFixed(1)} MB, ${snippets.toLocaleString("en")} snippets`
        rows.push(row(`${name}, from request to finalized`, seconds, "s", noGoal, note))
        rows.push(row(`${name}, peak memory of the worker`, peakBytes / MEGABYTE, "MB", noGoal))
      }),
    )
  }
  return rows
}
