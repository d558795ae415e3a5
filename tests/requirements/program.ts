import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { isFinalJobState, ListJobsResponse, type Job } from "@lectern/contract"
import { systemClock } from "../../packages/server/src/base/clock.ts"
import { silentLog } from "../../packages/server/src/base/log.ts"
import { testEngineSettings } from "../../packages/server/src/base/postgres/test-engine.testing.ts"
import { composeApp } from "../../packages/server/src/compose/compose-app.ts"
import { readSettings } from "../../packages/server/src/config/settings.ts"

/** A response of the program. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly bytes: Buffer
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown
}

export interface CallOptions {
  /** API key, sent as a bearer token. */
  readonly key?: string | undefined
  readonly json?: unknown
  readonly form?: FormData
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The whole program on a free port, with a worker in this process. */
export interface Program {
  readonly url: string
  /** Key of the first admin. */
  readonly key: string
  readonly dataDir: string
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** Waits until the newest job of a library is in a final state. */
  settle(libraryId: string): Promise<Job>
  /** Closes the catalogue under the running program, like a lost disk. */
  loseStore(): Promise<void>
  close(): Promise<void>
}

const POLL_MS = 20
const SETTLE_TIMEOUT_MS = 25_000

/**
 * Starts the program on an empty data directory.
 *
 * @param environment settings that differ from a silent instance with an admin password; undefined removes a setting.
 */
export async function startProgram(environment: Readonly<Record<string, string | undefined>> = {}): Promise<Program> {
  const dataDir = await mkdtemp(join(tmpdir(), "lectern-requirements-"))
  const key = `lectern_${randomBytes(20).toString("hex")}`
  const settings = readSettings({
    LECTERN_DATA_DIR: dataDir,
    LECTERN_ADMIN_PASSWORD: "correct horse battery staple",
    LECTERN_BOOTSTRAP_KEY: key,
    LECTERN_SAMPLE: "off",
    LECTERN_HOST_FACTS: "off",
    ...(await testEngineSettings()),
    ...environment,
  })
  const composed = await composeApp(settings, { clock: systemClock, log: silentLog, workerMode: "inline" })
  await composed.start()
  const url = await composed.app.listen({ host: "127.0.0.1", port: 0 })
  const call = (method: string, path: string, options: CallOptions = {}) => send(method, `${url}${path}`, options)
  return {
    url,
    key,
    dataDir,
    call,
    async settle(libraryId) {
      const deadlineMs = performance.now() + SETTLE_TIMEOUT_MS
      for (;;) {
        const answer = await call("GET", `/api/v2/jobs?${new URLSearchParams({ libraryId, limit: "1" }).toString()}`, {
          key,
        })
        const [job] = answer.status === 200 ? ListJobsResponse.parse(answer.json).jobs : []
        if (job !== undefined && isFinalJobState(job.state)) return job
        if (performance.now() > deadlineMs) throw new Error(`${libraryId} did not settle: ${answer.text}`)
        await delay(POLL_MS)
      }
    },
    loseStore: () => composed.context.catalogue.close(),
    async close() {
      await composed.close()
      // An interrupted lookup at a host may still be cleaning up.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Reads the initial password of the first admin. */
export function initialPasswordOf({ dataDir }: Program): string {
  return readFileSync(join(dataDir, "initial-password"), "utf8").trim()
}

/**
 * Signs the first admin in.
 *
 * @returns the headers that a browser sends from then on.
 * @throws {Error} with the status if signing in fails.
 */
export async function signIn({ call, url }: Program, password: string): Promise<Readonly<Record<string, string>>> {
  const headers = { origin: url }
  const { status, headers: received } = await call("POST", "/api/auth/sign-in", {
    headers,
    json: { name: "admin", password },
  })
  if (status !== 200) throw new Error(`signing in answered ${status}`)
  return { ...headers, cookie: received["set-cookie"]?.split(";")[0] ?? "" }
}

async function send(method: string, url: string, { key, json, form, body, headers }: CallOptions): Promise<Answer> {
  const sent = form ?? (json === undefined ? body : JSON.stringify(json))
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.toString("utf8")
  return { status: response.status, headers: Object.fromEntries(response.headers), bytes, text, json: parseJson(text) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Plain text, HTML or a zip file.
    return undefined
  }
}
