import { LecternClient } from "@lectern/client"
import { execFileSync, spawn, type ChildProcess } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

/** The root of the project. */
export const projectRoot = resolve(import.meta.dirname, "../..")

const READY_TIMEOUT_MS = 20_000
const STOP_TIMEOUT_MS = 10_000
const POLL_MS = 25

/** A Lectern that runs in real processes on a free port. */
export interface RunningLectern {
  readonly url: string
  /** A client with the first admin's key. */
  readonly client: LecternClient
  readonly dataDir: string
  /** Milliseconds from starting the process until it served requests. */
  readonly readyAfterMs: number
  /** Returns everything that has been printed on standard output so far. */
  output(): string
  /** Returns the process ids: the server first, then its children. */
  processIds(): readonly number[]
  /** Kills every process at once, like a power failure. */
  kill(): Promise<void>
  /** Stops the server gracefully. @returns the exit code. @throws {Error} with its log if it had already ended. */
  stop(): Promise<number | null>
}

export interface StartOptions {
  readonly dataDir: string
  readonly key: string
  readonly environment?: Readonly<Record<string, string>>
  /** Arguments of `lectern serve`. */
  readonly flags?: readonly string[]
}

/** Creates a data directory, which the test removes, and a key for `startLectern`. */
export function freshInstance(): { readonly dataDir: string; readonly key: string; remove(): void } {
  const dataDir = mkdtempSync(join(tmpdir(), "lectern-e2e-"))
  const key = `lectern_${randomBytes(20).toString("hex")}`
  return { dataDir, key, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/**
 * Starts the built server and waits until it serves.
 *
 * @throws {Error} with its output if it ends early or is not ready in time.
 */
export async function startLectern({
  dataDir,
  key,
  environment = {},
  flags = [],
}: StartOptions): Promise<RunningLectern> {
  const startedAtMs = performance.now()
  const printed = { output: "", errors: "" }
  const server = spawn(process.execPath, [join(projectRoot, "packages/server/bin/lectern.mjs"), "serve", ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      LECTERN_PORT: "0",
      LECTERN_DATA_DIR: dataDir,
      LECTERN_BOOTSTRAP_KEY: key,
      LECTERN_ADMIN_PASSWORD: "correct horse battery staple",
      LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8",
      LECTERN_SAMPLE: "off",
      LECTERN_LOG_LEVEL: "warn",
      ...environment,
    },
  })
  server.stdout.setEncoding("utf8").on("data", (text: string) => (printed.output += text))
  server.stderr.setEncoding("utf8").on("data", (text: string) => (printed.errors += text))
  const url = await waitFor("the server to serve", async () => {
    if (hasEnded(server))
      throw new Error(`the server ended with ${server.exitCode}:\n${printed.errors}${printed.output}`)
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed.output)?.[0]
    return address !== undefined && (await isReady(address)) ? address : undefined
  })
  return {
    url,
    client: new LecternClient({ url, apiKey: key }),
    dataDir,
    readyAfterMs: performance.now() - startedAtMs,
    output: () => printed.output,
    processIds: () => [server.pid ?? 0, ...childrenOf(server.pid ?? 0)],
    kill: () => killAll(server),
    stop: () => endPolitely(server, () => printed.errors),
  }
}

/**
 * Retries until there is a result.
 *
 * @returns the first value that is not undefined.
 * @throws {Error} that names `what` after the time is up.
 */
export async function waitFor<Value>(
  what: string,
  ask: () => Promise<Value | undefined>,
  timeoutMs = READY_TIMEOUT_MS,
): Promise<Value> {
  const deadlineMs = performance.now() + timeoutMs
  for (;;) {
    const value = await ask()
    if (value !== undefined) return value
    if (performance.now() > deadlineMs) throw new Error(`waited ${timeoutMs} ms for ${what}`)
    await new Promise((done) => setTimeout(done, POLL_MS))
  }
}

/** Returns true if a process is running. */
export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch {
    return false
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/api/ready`).then(
    (response) => response.ok,
    () => false,
  )
}

function childrenOf(processId: number): readonly number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
  const pairs = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.filter(([, parent]) => parent === processId).map(([child]) => child ?? 0)
}

async function killAll(server: ChildProcess): Promise<void> {
  const all = [server.pid ?? 0, ...childrenOf(server.pid ?? 0)]
  for (const processId of all) {
    if (processId > 0 && isAlive(processId)) process.kill(processId, "SIGKILL")
  }
  await waitFor("the killed processes to end", async () =>
    hasEnded(server) && !all.slice(1).some(isAlive) ? true : undefined,
  )
}

async function endPolitely(server: ChildProcess, log: () => string): Promise<number | null> {
  if (hasEnded(server)) throw new Error(`the server had ended with ${server.exitCode ?? server.signalCode}:\n${log()}`)
  server.kill("SIGTERM")
  await waitFor("the server to stop", async () => (hasEnded(server) ? true : undefined), STOP_TIMEOUT_MS)
  return server.exitCode
}
