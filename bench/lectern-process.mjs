// Starts the built server the way a user does, and watches what it takes.
import { spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { freePort } from "../eval/processes.mjs"
import { root } from "../scripts/prepare.mjs"

/** One key for the whole run: a data directory keeps the first one it sees. */
const KEY = `lectern_${randomBytes(24).toString("hex")}`
const READY_TIMEOUT_MS = 300_000
const STOP_TIMEOUT_MS = 15_000
const POLL_MS = 5
/** `getconf CLK_TCK` of every Linux there is. */
const TICKS_PER_SECOND = 100
const WATCH_MS = 20

export const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** Can a process be given one core, with another one left for who asks? */
export const canPin = availableParallelism() > 1 && spawnSync("taskset", ["-V"]).status === 0

/**
 * Starts `lectern serve` on a data directory and waits until it is ready.
 *
 * @param {{ dataDir: string, core?: number, environment?: Record<string, string> }} options `core`: the only one it gets.
 * @returns address, headers with the key, `startedMs` (as in `performance.now()`), `readyMs` (from then on), `readyCpuSeconds`, `ask`, `post`, `memory`, `handles`, `workerMemory`, `watchChildren`, `stop`.
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
    /** Answers the JSON of a GET below `/api`. */
    ask: (path) => readJson(`${url}/api${path}`, { headers }),
    post: (path, body) =>
      readJson(`${url}/api${path}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    /** Resident memory of the serving process now, in bytes. */
    memory: () => statusOf(child.pid, "VmRSS"),
    /** Processor time that the serving process has used, in seconds. */
    cpuSeconds: () => whileAlive(() => cpuSecondsOf(child.pid), 0),
    /** Open files of the serving process now, without connections: those come and go with whoever asks. */
    handles: () => countFiles(child.pid),
    /** Resident memory of its Node processes below it now, in bytes. */
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

/** Reads below `/proc`, where everything may be gone between listing and looking. */
function whileAlive(read, otherwise) {
  try {
    return read()
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return otherwise
    throw error
  }
}

/** Reads a size of a process, in bytes; 0 when it has ended or the machine has no `/proc`. */
function statusOf(pid, name) {
  const status = whileAlive(() => readFileSync(`/proc/${pid}/status`, "utf8"), "")
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]
  return kilobytes === undefined ? 0 : Number(kilobytes) * 1024
}

/** All processes below one. */
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

/** Processor time that a process has used, in seconds. */
function cpuSecondsOf(pid) {
  // The name of the program stands in brackets and may hold anything; the numbers follow it.
  const numbers = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")
  const [user, system] = [Number(numbers[11]), Number(numbers[12])]
  return (user + system) / TICKS_PER_SECOND
}

/**
 * Watches the Node processes below the server; git's own processes do not count.
 *
 * @returns `end`, which answers the highest memory that one of them has ever had (`VmHWM`), in bytes, the sum of those of all of them, and the seconds of
 *   processor time that all of them took while they were watched.
 */
function watchChildren(pid) {
  const peaks = new Map()
  const cpuBefore = new Map()
  const cpuNow = new Map()
  const lookAt = (child) => {
    if (readFileSync(`/proc/${child}/comm`, "utf8").startsWith("git")) return
    peaks.set(child, Math.max(peaks.get(child) ?? 0, statusOf(child, "VmHWM")))
    cpuNow.set(child, cpuSecondsOf(child))
  }
  const look = () => {
    for (const child of childrenOf(pid)) whileAlive(() => lookAt(child), undefined)
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
