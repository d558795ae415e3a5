import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Job } from "@lectern/contract"
import type { InjectOptions } from "fastify"
import { newApiKey } from "../access/identity/api-keys.ts"
import { type Clock, systemClock } from "../base/clock.ts"
import { type Log, silentLog } from "../base/log.ts"
import { sha256Hex } from "../base/sha256.ts"
import type { Tracing } from "../base/tracing.ts"
import { testEngineSettings } from "../base/postgres/test-engine.testing.ts"
import { composeApp, type ComposedApp, type WorkerMode } from "../compose/compose-app.ts"
import { readSettings } from "../config/settings.ts"

/** Key of the first admin in tests. */
export const ADMIN_KEY = "lectern_an-admin-key-of-at-least-32-characters"

export const asAdmin = { authorization: `Bearer ${ADMIN_KEY}` }

/** A program in this process with its own data directory. */
export interface TestProgram extends ComposedApp {
  readonly dataDir: string
  /** Sends a request and parses the response if it is JSON. */
  call(options: InjectOptions): Promise<{ status: number; headers: Record<string, unknown>; text: string; json: never }>
  /** Waits until no job is queued or running. */
  settle(): Promise<void>
  remove(): Promise<void>
}

export interface TestProgramOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly workerMode?: WorkerMode
  readonly dataDir?: string
  readonly clock?: Clock
  readonly log?: Log
  readonly tracing?: Tracing
}

/** Composes and starts a program. */
export async function startTestProgram(options: TestProgramOptions = {}): Promise<TestProgram> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "lectern-http-")))
  const settings = readSettings({
    LECTERN_DATA_DIR: dataDir,
    LECTERN_ADMIN_PASSWORD: "a password that is long",
    LECTERN_BOOTSTRAP_KEY: ADMIN_KEY,
    LECTERN_SAMPLE: "off",
    LECTERN_HOST_FACTS: "off",
    LECTERN_RATE_LIMITS: "off",
    LECTERN_PRIVATE_NETWORKS: "127.0.0.0/8",
    ...(await testEngineSettings()),
    ...options.environment,
  })
  const composed = await composeApp(settings, {
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    tracing: options.tracing,
    workerMode: options.workerMode ?? "none",
  })
  await composed.start()
  const { app, context } = composed
  return {
    ...composed,
    dataDir,
    async call(request) {
      const answer = await app.inject(request)
      const isJson = String(answer.headers["content-type"]).startsWith("application/json")
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.body,
        json: (isJson && answer.body !== "" ? answer.json() : undefined) as never,
      }
    },
    async settle() {
      for (;;) {
        const { queued, running } = await context.catalogue.jobs.pendingCount()
        if (queued + running === 0) return context.catalogueSync.catchUp()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    async remove() {
      await composed.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Adds a member to the team of an instance. @returns headers with their key. */
export async function addMember({ context }: TestProgram, name: string): Promise<{ readonly authorization: string }> {
  const { users, apiKeys } = context.catalogue
  const user = await users.add({ name, role: "member", passwordHash: "", mustChangePassword: false })
  if (user === undefined) throw new Error(`the account ${name} exists`)
  const key = newApiKey()
  await apiKeys.add({ userKey: user.key, teamspaceKey: "main", label: "", keyHash: sha256Hex(key), hint: "" })
  return { authorization: `Bearer ${key}` }
}

/** Adds an imported library with one code snippet. */
export function aBundle(project: string, more: object = {}): object {
  const snippet = { id: "https://a.example/page", title: "Feed", description: "Feeds the otter.", pageTitle: "Feeding" }
  const codeSnippets = [{ ...snippet, language: "js", codeList: [{ language: "js", code: "otter.feed()" }] }]
  return { project, title: "Otter", description: "All about otters", codeSnippets, ...more }
}

/** Returns the newest job of a program. */
export async function newestJob(program: TestProgram): Promise<Job> {
  const { json } = await program.call({ url: "/api/v2/jobs?limit=1", headers: asAdmin })
  const [job] = (json as { jobs: Job[] }).jobs
  if (job === undefined) throw new Error("there is no job")
  return job
}
