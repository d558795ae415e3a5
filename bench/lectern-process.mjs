// Starts the built server the way a user does, and watches what it takes.
import { spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { freePort } from "../eval/processes.mjs"
import { root } from "../scripts/prepare.mjs"

const READY_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 15_000
const POLL_MS = 5
const WATCH_MS = 20

export const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** Can a process be given one core, with another one left for who asks? */
export const canPin = availableParallelism() > 1 && spawnSync("taskset", ["-V"]).status === 0

/**
 * Starts `lectern serve` on a data directory and waits until it is ready.
 *
 * @param {{ dataDir: string, core?: number, environment?: Record<string, string> }} options `core`: the only one it gets.
 * @returns address, key, `readyMs` (from the start of the process), `ask`, `post`, `memory`, `watchPeak`, `stop`.
 */
export async function startLectern({ dataDir, core, environment = {} }) {
  const port = await freePort()
  const key = `lectern_${randomBytes(24).toString("hex")}`
  const command = [process.execPath, join(root, "server", "dist", "main.js"), "serve"]
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
      LECTERN_API_KEY: key,
      LECTERN_BOOTSTRAP_KEY: key,
      LECTERN_ADMIN_PASSWORD: randomBytes(12).toString("hex"),
      LECTERN_SAMPLE: "off",
      LECTERN_LOG_LEVEL: "warn",
      ...environment,
    },
  })
  const killAtExit = () => child.kill("SIGKILL")
  process.once("exit", killAtExit)
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(url, child)
  const readyMs = performance.now() - started
  const headers = { authorization: `Bearer ${key}` }
  return {
    url,
    key,
    headers,
    readyMs,
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
    watchPeak: () => watchPeakOfChildren(child.pid),
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

/** Reads a size from `/proc`, in bytes; 0 where there is no such thing. */
function statusOf(pid, name) {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return 0
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(readFileSync(file, "utf8"))?.[1]
  return kilobytes === undefined ? 0 : Number(kilobytes) * 1024
}

function childrenOf(pid) {
  const tasks = `/proc/${pid}/task`
  if (!existsSync(tasks)) return []
  const direct = readdirSync(tasks).flatMap((task) => {
    const file = join(tasks, task, "children")
    return existsSync(file) ? readFileSync(file, "utf8").split(" ").filter(Boolean).map(Number) : []
  })
  return direct.flatMap((child) => [child, ...childrenOf(child)])
}

/** Notes the highest memory that any Node process below the server has ever had (`VmHWM`); git's own processes do not count. */
function watchPeakOfChildren(pid) {
  const peaks = new Map()
  const look = () => {
    for (const child of childrenOf(pid)) {
      try {
        if (readFileSync(`/proc/${child}/comm`, "utf8").startsWith("git")) continue
        peaks.set(child, Math.max(peaks.get(child) ?? 0, statusOf(child, "VmHWM")))
      } catch (error) {
        // It ended between listing and looking.
        if (error.code !== "ENOENT" && error.code !== "ESRCH") throw error
      }
    }
  }
  const timer = setInterval(look, WATCH_MS)
  return {
    end() {
      clearInterval(timer)
      look()
      return Math.max(0, ...peaks.values())
    },
  }
}
