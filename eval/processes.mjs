// Starts the git host and a new Lectern for one run, and makes sure that no part of them is left behind.
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../scripts/prepare.mjs"

const READY_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 10_000
const POLL_MS = 50

const pause = (ms) => new Promise((done) => setTimeout(done, ms))

/** Finds a free port on the loopback address. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null

async function stopChild(child) {
  if (hasEnded(child)) return
  const ended = new Promise((done) => child.once("exit", done))
  child.kill("SIGTERM")
  await Promise.race([ended, pause(STOP_TIMEOUT_MS)])
  if (!hasEnded(child)) child.kill("SIGKILL")
}

async function waitUntil(isReady, child, what) {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!(await isReady())) {
    if (hasEnded(child)) throw new Error(`${what} ended with ${child.exitCode ?? child.signalCode} before it was ready`)
    if (Date.now() > deadline) throw new Error(`${what} was not ready after ${READY_TIMEOUT_MS / 1000} s`)
    await pause(POLL_MS)
  }
}

const answers = (url) =>
  fetch(url).then(
    (response) => response.status < 500,
    () => false,
  )

/**
 * Starts everything that one run needs.
 *
 * @param paths.evalDir the folder with the git host; @param paths.docsDir the documentation, by default `docs` in
 *   `evalDir`.
 * @returns addresses and the key, and `stop`, which ends the processes and removes the data.
 */
export async function startForEvaluation({ evalDir, docsDir = join(evalDir, "docs") }) {
  const dataDir = mkdtempSync(join(tmpdir(), "lectern-eval-"))
  const children = []
  const stop = async () => {
    await Promise.all(children.map(stopChild))
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const gitPort = await freePort()
    const gitHost = spawn(
      process.execPath,
      [join(evalDir, "git-host.mjs"), "--docs", docsDir, "--port", String(gitPort)],
      {
        stdio: ["ignore", "ignore", "inherit"],
      },
    )
    children.push(gitHost)
    const port = await freePort()
    const key = `lectern_${randomBytes(24).toString("hex")}`
    const lectern = spawn(process.execPath, [join(root, "packages", "server", "bin", "lectern.mjs"), "serve"], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        LECTERN_HOST: "127.0.0.1",
        LECTERN_PORT: String(port),
        LECTERN_DATA_DIR: dataDir,
        LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8",
        LECTERN_BOOTSTRAP_KEY: key,
        LECTERN_ADMIN_PASSWORD: randomBytes(12).toString("hex"),
        LECTERN_SAMPLE: "off",
        LECTERN_HOST_FACTS: "off",
        LECTERN_LOG_LEVEL: "warn",
      },
    })
    children.push(lectern)
    const url = `http://127.0.0.1:${port}`
    const gitUrl = `http://127.0.0.1:${gitPort}`
    await waitUntil(() => answers(`${gitUrl}/`), gitHost, "the git host")
    await waitUntil(() => answers(`${url}/api/ready`), lectern, "lectern")
    return { url, gitUrl, key, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Runs the scorer at `path`. @returns the figures that it writes to `out`. */
export async function runScorer(path, options, out) {
  const scorer = spawn(process.execPath, [path, ...options, "--out", out], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  })
  const stopScorer = () => scorer.kill()
  process.once("exit", stopScorer)
  const code = await new Promise((done) => scorer.on("exit", done))
  process.off("exit", stopScorer)
  if (code !== 0) throw new Error(`the scorer ended with ${code}`)
  return JSON.parse(readFileSync(out, "utf8"))
}
