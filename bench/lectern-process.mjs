// Starts the built server as a user would, and measures its resource usage.
import { spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { freePort } from "../eval/processes.mjs"
import { root } from "../scripts/prepare.mjs"

/** One key for the whole run, because a data directory keeps the first key that it gets. */
const KEY = `lectern_${randomBytes(24).toString("hex")}`
const READY_TIMEOUT_MS = 300_000
const STOP_TIMEOUT_MS = 15_000
const POLL_MS = 5
/** The value of `getconf CLK_TCK` on every current Linux. */
const TICKS_PER_SECOND = 100
const WATCH_MS = 20

export const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** True if a process can be pinned to one core while another core is left for the clients. */
export const canPin = availableParallelism() > 1 && spawnSync("taskset", ["-V"]).status === 0

/**
 * Starts `lectern serve` on a data directory and waits until it is ready.
 *
 * @param {{ dataDir: string, core?: number, environment?: Record<string, string> }} options `core`: the only core that
 *   it gets.
 * @returns address, headers with the key, `startedMs` (as in `performance.now()`), `readyMs` (from then on),
 *   `readyCpuSeconds`, `ask`, `post`, `memory`, `handles`, `workerMemory`, `watchChildren`, `stop`.
 */
export async function startLectern({ dataDir, core, environment = {} }) {
  const port = await freePort()

  const command = [process.execPath, join(root, "packages", "server", "bin", "lectern.mjs"), "serve"]
  const [program, ...args] = core === undefined || !canPin ? command : ["taskset", "-c", String(core), ...command]
  const started = performance.now()
  const child = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LECTERN_HOST: "127.0.0.1",
      LECTERN_PORT: String(port),
      LECTERN_DATA_DIR: dataDir,
      LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8",
      LECTERN_API_KEY: KEY,
      LECTERN_BOOTSTRAP_KEY: KEY,
      LECTERN_ADMIN_PASSWORD: randomBytes(12).toString("hex"),
      LECTERN_SAMPLE: "off",
      LECTERN_HOST_FACTS: "off",
      LECTERN_LOG_LEVEL: "warn",
      ...environment,
    },
  })
  const killAtExit = () => child.kill("SIGKILL")
  process.once("exit", killAtExit)
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(url, child)
  const readyMs = performance.now() - started
  const readyCpuSeconds = whileAlive(() => cpuSecondsOf(child.pid), 0)
  const headers = { authorization: `Bearer ${KEY}` }
  return {
    url,

    headers,
    readyMs,
    readyCpuSeconds,
    startedMs: started,
    /** Returns the JSON response to a GET request below `/api`. */
    ask: (path) => readJson(`${url}/api${path}`, { headers }),
    post: (path, body) =>
      readJson(`${url}/api${path}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    /** Returns the current resident memory of the serving process, in bytes. */
    memory: () => statusOf(child.pid, "VmRSS"),
    /** Returns the CPU time that the serving process has used, in seconds. */
    cpuSeconds: () => whileAlive(() => cpuSecondsOf(child.pid), 0),
    /** Returns the number of open files of the serving process, without connections, which depend on the clients. */
    handles: () => countFiles(child.pid),
    /** Returns the current resident memory of the Node processes below the serving process, in bytes. */
    workerMemory: () => childrenOf(child.pid).reduce((sum, pid) => sum + (isNode(pid) ? statusOf(pid, "VmRSS") : 0), 0),
    watchChildren: () => watchChildren(child.pid),
    async stop() {
      process.off("exit", killAtExit)
      const ended = new Promise((done) => child.once("exit", done))
      child.kill("SIGTERM")
      await Promise.race([ended, pause(STOP_TIMEOUT_MS)])
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL")
    },
  }
}

async function waitUntilReady(url, child) {
  const deadline = performance.now() + READY_TIMEOUT_MS
  for (;;) {
    const isReady = await fetch(`${url}/api/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isReady) return
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("lectern ended before it was ready")
    if (performance.now() > deadline) throw new Error(`lectern was not ready after ${READY_TIMEOUT_MS / 1000} s`)
    await pause(POLL_MS)
  }
}

async function readJson(url, init) {
  const response = await fetch(url, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

/** Reads below `/proc`, where anything may disappear between listing and reading. */
function whileAlive(read, otherwise) {
  try {
    return read()
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return otherwise
    throw error
  }
}

/** Reads a size of a process, in bytes; 0 if it has ended or the machine has no `/proc`. */
function statusOf(pid, name) {
  const status = whileAlive(() => readFileSync(`/proc/${pid}/status`, "utf8"), "")
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]
  return kilobytes === undefined ? 0 : Number(kilobytes) * 1024
}

/** Lists all processes below a process. */
function childrenOf(pid) {
  const tasks = whileAlive(() => readdirSync(`/proc/${pid}/task`), [])
  const direct = tasks.flatMap((task) => {
    const children = whileAlive(() => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8"), "")
    return children.split(" ").filter(Boolean).map(Number)
  })
  return direct.flatMap((child) => [child, ...childrenOf(child)])
}

function countFiles(pid) {
  const names = whileAlive(() => readdirSync(`/proc/${pid}/fd`), [])
  const targets = names.map((name) => whileAlive(() => readlinkSync(`/proc/${pid}/fd/${name}`), "socket:"))
  return targets.filter((target) => !target.startsWith("socket:")).length
}

function isNode(pid) {
  return whileAlive(() => readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("node"), false)
}

/** Returns the CPU time that a process has used, in seconds. */
function cpuSecondsOf(pid) {
  // The name of the program is in brackets and may contain anything; the numbers follow it.
  const numbers = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")
  const [user, system] = [Number(numbers[11]), Number(numbers[12])]
  return (user + system) / TICKS_PER_SECOND
}

/**
 * Watches the Node processes below the server; git's processes do not count.
 *
 * @returns `end`, which returns the highest memory that one of them has ever used (`VmHWM`) in bytes, the sum of these
 *   values for all of them, and the seconds of CPU time that all of them used while they were watched.
 */
function watchChildren(pid) {
  const peaks = new Map()
  const cpuBefore = new Map()
  const cpuNow = new Map()
  const recordUsage = (child) => {
    if (readFileSync(`/proc/${child}/comm`, "utf8").startsWith("git")) return
    peaks.set(child, Math.max(peaks.get(child) ?? 0, statusOf(child, "VmHWM")))
    cpuNow.set(child, cpuSecondsOf(child))
  }
  const look = () => {
    for (const child of childrenOf(pid)) whileAlive(() => recordUsage(child), undefined)
  }
  look()
  for (const [child, seconds] of cpuNow) cpuBefore.set(child, seconds)
  const timer = setInterval(look, WATCH_MS).unref()
  return {
    end() {
      clearInterval(timer)
      look()
      const cpuSeconds = [...cpuNow].reduce((sum, [child, seconds]) => sum + seconds - (cpuBefore.get(child) ?? 0), 0)
      const peaksBytes = [...peaks.values()].reduce((sum, bytes) => sum + bytes, 0)
      return { peakBytes: Math.max(0, ...peaks.values()), peaksBytes, cpuSeconds }
    },
  }
}
