// Measures a server with many libraries: its start time, its memory, and the time of each kind of request.
import { Agent, request } from "node:http"
import { fillCatalogue } from "./fill-catalogue.mjs"
import { pause } from "./lectern-process.mjs"
import { importBundle, makeLibrary } from "./measure-memory.mjs"
import { contextPath, MEGABYTE, waitForLibrary, withDataDir, withLectern } from "./measures.mjs"
import { ascending, quantile } from "./rows.mjs"

/** Number of libraries with an index file, which all others share. */
const INDEXED = 20
const SEARCHES = 120
const WARM_UP = 20
const LISTS = 20
const SCRAPES = 20
/** Delay before memory is read, so that garbage has been collected. */
const SETTLE_MS = 3_000
const USUAL = { LECTERN_RATE_LIMITS: "off" }

/** A policy that allows a fifth of the libraries. */
const POLICY = {
  libraryFilters: {
    mode: "quality",
    quality: { minTrustScore: 7, repoFilters: { minStars: 500, allowedLicenses: { add: ["MIT", "Apache-2.0"] } } },
  },
}
/** Access rules that hide all libraries except those of one owner. */
const ACCESS = { default: "closed", set: [{ prefix: "/bench", access: "everyone" }] }

/**
 * Measures one size of catalogue on one database.
 *
 * @param {{ libraries: number, databaseUrl?: string, report: (figures: object) => void }} options `report`: called with
 *   figures by name as soon as they are measured: numbers, or `{ p50, p95, p99 }` in milliseconds.
 */
export function measureCatalogue({ libraries, databaseUrl, report }) {
  return withDataDir(async (dataDir) => {
    const environment = { ...USUAL, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
    const indexed = await withLectern({ dataDir, environment }, addIndexed)
    const filled = await fillCatalogue({ dataDir, databaseUrl, count: libraries - INDEXED })
    const lookUps = makeLookUps(filled)
    await withLectern({ dataDir, environment }, async (lectern) => {
      report({ "start, s": lectern.readyMs / 1_000 })
      report({ "processor time of the start, s": lectern.readyCpuSeconds })
      report(await measureFirstSearch(lectern))
      await pause(SETTLE_MS)
      report({ "memory after start, MB": lectern.memory() / MEGABYTE })
      report({ "memory of the worker, MB": lectern.workerMemory() / MEGABYTE })
      report(await measureSearches(lectern, "with a key", lookUps))
      report(await measureOthers(lectern, "", indexed))
      await send(lectern, "PATCH", "/api/v2/policies", POLICY)
      report(await measureSearches(lectern, "with a key and policies", lookUps))
      report(await measureOthers(lectern, ", policies", indexed))
      await pause(SETTLE_MS)
      report({ "memory after searches, MB": lectern.memory() / MEGABYTE })
    })
    await withLectern({ dataDir, environment: { ...environment, LECTERN_API_KEY: undefined } }, async (lectern) => {
      const anonymous = { ...lectern, headers: {} }
      report(await measureSearches(anonymous, "anonymous, policies", lookUps))
      await send(lectern, "PATCH", "/api/v2/admin/access-rules", ACCESS)
      report(await measureSearches(anonymous, "anonymous, access rules that hide nearly all", lookUps))
      report(await measureOthers(anonymous, ", access rules that hide nearly all", indexed))
    })
  })
}

async function addIndexed(lectern) {
  const made = Array.from({ length: INDEXED }, (_, at) => makeLibrary(at))
  await importBundle(
    lectern,
    made.map(({ library }) => library),
  )
  for (const { library } of made) await waitForLibrary(lectern, library.project)
  return made.map(({ library, questions }) => ({ id: library.project, questions }))
}

/** Measures the first library search, which waits until the library directory is complete. */
async function measureFirstSearch(lectern) {
  const agent = new Agent()
  await get(lectern, agent, "/api/v2/libs/search?libraryName=react&query=react")
  agent.destroy()
  return {
    "start until the first library search is answered, s": (performance.now() - lectern.startedMs) / 1_000,
    "processor time until then, s": lectern.cpuSeconds(),
  }
}

/** Creates the paths of searches by kind, each for a library from a different part of the catalogue. */
function makeLookUps({ writer, added }) {
  const paths = new Map()
  const step = Math.max(1, Math.floor(added.length / (SEARCHES + WARM_UP)))
  for (let at = 0; at < added.length; at += step) {
    for (const [kind, parameters] of Object.entries(writer.lookUps(added[at]))) {
      const query = { query: parameters.libraryName, ...parameters }
      const path = `/api/v2/libs/search?${new URLSearchParams(query)}`
      paths.set(kind, [...(paths.get(kind) ?? []), path])
    }
  }
  return paths
}

async function measureSearches(lectern, who, lookUps) {
  const all = []
  const rows = {}
  const cpuBefore = lectern.cpuSeconds()
  for (const [kind, paths] of lookUps) {
    const times = await timePaths(lectern, paths)
    all.push(...times)
    rows[`search ${who}: ${kind}, ms`] = summary(times)
  }
  const asked = [...lookUps.values()].reduce((sum, paths) => sum + paths.length, 0)
  const cpu = ((lectern.cpuSeconds() - cpuBefore) * 1_000) / asked
  return { [`search ${who}, ms`]: summary(all), [`search ${who}, processor time, ms`]: cpu, ...rows }
}

async function measureOthers(lectern, suffix, indexed) {
  const repeat = (path, times) => Array.from({ length: times }, () => path)
  const questions = indexed.flatMap(({ id, questions: asked }) => asked.map((question) => contextPath(id, question)))
  return {
    [`list of 10 libraries${suffix}, ms`]: summary(await timePaths(lectern, repeat("/api/v2/libs?limit=10", LISTS), 2)),
    [`list of 100 libraries${suffix}, ms`]: summary(
      await timePaths(lectern, repeat("/api/v2/libs?limit=100", LISTS), 2),
    ),
    [`list of jobs${suffix}, ms`]: summary(await timePaths(lectern, repeat("/api/v2/jobs?limit=50", LISTS), 2)),
    [`policies page${suffix}, ms`]: summary(await timePaths(lectern, repeat("/api/v2/policies", LISTS), 2)),
    [`/metrics${suffix}, ms`]: summary(await timePaths(lectern, repeat("/metrics", SCRAPES), 2)),
    [`question to a library${suffix}, ms`]: summary(await timePaths(lectern, questions, 10)),
  }
}

async function timePaths(lectern, paths, warmUp = WARM_UP) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = []
  for (const [at, path] of paths.entries()) {
    const started = performance.now()
    await get(lectern, agent, path)
    if (at >= warmUp) times.push(performance.now() - started)
  }
  agent.destroy()
  return times
}

function get({ url, headers }, agent, path) {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}`, { agent, headers }, (response) => {
      response.resume()
      // Access rules hide libraries and pages that other rows request, so a response may have any status.
      response.on("end", () =>
        response.statusCode < 500 ? resolve() : reject(new Error(`${path} answered ${response.statusCode}`)),
      )
    })
    asked.on("error", reject)
    asked.end()
  })
}

async function send({ url, headers }, method, path, body) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
}

function summary(times) {
  const sorted = ascending(times)
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), p99: quantile(sorted, 0.99) }
}
