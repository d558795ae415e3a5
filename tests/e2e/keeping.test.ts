import { execFile, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type PostgresServer, startPostgres } from "../../packages/server/src/base/postgres/postgres-server.testing.ts"
import { type S3Server, startS3Server } from "../../packages/server/src/blobs/remote/s3-server.testing.ts"
import { freshInstance, projectRoot, type RunningLectern, startLectern, waitFor } from "./running-lectern.ts"

/**
 * Folders to add instead of made-up ones, each of them a library: for trying with real documentation, such as
 * `KEEPING_DOCS=../documentation npx vitest run tests/e2e/keeping.test.ts`.
 */
const REAL_DOCS = process.env["KEEPING_DOCS"]
const QUESTIONS = [
  "how do I install it",
  "configure the server",
  "handle errors",
  "validate a request",
  "sleep in the holt",
  "deploy to production",
  "write a test",
  "authentication with a token",
]
const ENCRYPTION_KEY = "12".repeat(32)
const program = join(projectRoot, "packages/server/bin/lectern.mjs")
const runFile = promisify(execFile)

type Environment = Readonly<Record<string, string>>

describe("an instance that is moved, backed up and restored", () => {
  const instance = freshInstance()
  const folder = mkdtempSync(join(tmpdir(), "lectern-keeping-"))
  const backups = join(folder, "backups")
  let database: PostgresServer
  let objects: S3Server
  let titles: readonly string[]
  let before: string

  beforeAll(async () => {
    database = await startPostgres()
    objects = await startS3Server()
    const docs = REAL_DOCS ?? makeDocs(join(folder, "docs"))
    titles = readdirSync(docs)
    before = await withServer({}, async (lectern) => {
      for (const title of titles) await add(lectern, join(docs, title), title)
      return await answersOf(lectern)
    })
  }, 900_000)
  afterAll(async () => {
    await objects.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
    instance.remove()
  })

  const keyed = (environment: Environment) => ({ LECTERN_ENCRYPTION_KEY: ENCRYPTION_KEY, ...environment })

  /** Starts a server on the data directory of the instance, unless the environment names another one. */
  async function withServer<Result>(
    environment: Environment,
    work: (lectern: RunningLectern) => Promise<Result>,
  ): Promise<Result> {
    const dataDir = environment["LECTERN_DATA_DIR"] ?? instance.dataDir
    const lectern = await startLectern({ ...instance, dataDir, environment: keyed(environment) })
    try {
      return await work(lectern)
    } finally {
      await lectern.stop()
    }
  }

  const environmentOf = (environment: Environment) => ({
    PATH: process.env["PATH"],
    HOME: folder,
    LECTERN_DATA_DIR: instance.dataDir,
    ...keyed(environment),
  })

  async function cli(args: readonly string[], environment: Environment = {}): Promise<string> {
    const { stdout } = await runFile(process.execPath, [program, ...args], { env: environmentOf(environment) })
    return stdout
  }

  /** Starts a command and kills it once it has begun to copy. @returns true if it had not ended by then. */
  async function interruptOnceCopying(
    args: readonly string[],
    { hasBegun, environment = {} }: { readonly hasBegun: () => Promise<boolean>; readonly environment?: Environment },
  ): Promise<boolean> {
    const child = spawn(process.execPath, [program, ...args], { stdio: "ignore", env: environmentOf(environment) })
    const ended = once(child, "exit")
    while (child.exitCode === null && !(await hasBegun())) await delay(2)
    child.kill("SIGKILL")
    const [, signal] = (await ended) as [code: number | null, signal: string | null]
    return signal === "SIGKILL"
  }

  async function hasRows(databaseUrl: string, table: string): Promise<boolean> {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      return ((await client.query(`select 1 from ${table} limit 1`)).rowCount ?? 0) > 0
    } catch {
      // The table does not exist yet.
      return false
    } finally {
      await client.end()
    }
  }

  async function add(lectern: RunningLectern, path: string, title: string): Promise<void> {
    await cli(["add", path, "--title", title], { LECTERN_URL: lectern.url, LECTERN_API_KEY: instance.key })
    await waitFor(
      `${title} to be finalized`,
      async () => ((await libraryOf(lectern, title))?.state === "finalized" ? true : undefined),
      120_000,
    )
  }

  async function libraryOf(lectern: RunningLectern, title: string) {
    const { libraries } = await lectern.client.listLibraries({ limit: 100 })
    return libraries.find((library) => library.title === title)
  }

  /** Hashes every byte of all answers. */
  async function answersOf(lectern: RunningLectern): Promise<string> {
    const hash = createHash("sha256")
    for (const title of titles) {
      const libraryId = (await libraryOf(lectern, title))?.id ?? "/none"
      for (const query of QUESTIONS) {
        const url = `${lectern.url}/api/v2/context?${new URLSearchParams({ libraryId, query }).toString()}`
        const answer = await fetch(url, { headers: { authorization: `Bearer ${instance.key}` } })
        hash.update(`${answer.status} ${await answer.text()}`)
      }
    }
    return hash.digest("hex")
  }

  function s3(bucketPrefix: string): Environment {
    const { endpoint = "", bucket } = objects.location
    return {
      ...objects.credentials,
      LECTERN_S3_ENDPOINT: endpoint,
      LECTERN_BLOBS: `s3://${bucket}/${bucketPrefix}`,
    }
  }

  it("answers byte for byte the same from PostgreSQL", { timeout: 300_000 }, async () => {
    const databaseUrl = await database.createDatabase()

    const moved = JSON.parse(await cli(["migrate", "--to", databaseUrl, "--json"])) as { changedMeanwhile: boolean }

    expect(moved.changedMeanwhile).toBe(false)
    const storage = { DATABASE_URL: databaseUrl, LECTERN_BLOBS: "postgres", LECTERN_DATA_DIR: join(folder, "node-1") }
    expect(await withServer(storage, answersOf)).toBe(before)
    await expect(cli(["migrate", "--to", databaseUrl])).rejects.toThrow("the target already contains data")

    const back = join(folder, "back")
    await cli(["migrate", "--to", back], storage)
    expect(await withServer({ LECTERN_DATA_DIR: back }, answersOf)).toBe(before)
  })

  it("answers byte for byte the same from PostgreSQL and an S3-compatible store", { timeout: 300_000 }, async () => {
    const databaseUrl = await database.createDatabase()
    const { LECTERN_BLOBS: blobs = "", ...access } = s3("moved")

    await cli(["migrate", "--to", databaseUrl, "--to-blobs", blobs], access)

    const storage = { ...access, LECTERN_BLOBS: blobs, DATABASE_URL: databaseUrl }
    expect(await withServer({ ...storage, LECTERN_DATA_DIR: join(folder, "node-2") }, answersOf)).toBe(before)
  })

  it("goes on where it was interrupted", { timeout: 300_000 }, async () => {
    const databaseUrl = await database.createDatabase()
    const isInterrupted = await interruptOnceCopying(["migrate", "--to", databaseUrl, "--to-blobs", "postgres"], {
      hasBegun: () => hasRows(databaseUrl, "lectern_blob"),
    })

    const again = await cli(["migrate", "--to", databaseUrl, "--json"])

    expect(isInterrupted).toBe(true)
    expect(JSON.parse(again)).toMatchObject({ changedMeanwhile: false })
    const storage = { DATABASE_URL: databaseUrl, LECTERN_BLOBS: "postgres", LECTERN_DATA_DIR: join(folder, "node-3") }
    expect(await withServer(storage, answersOf)).toBe(before)

    const back = join(folder, "back-again")
    const isAlso = await interruptOnceCopying(["migrate", "--to", back], {
      environment: storage,
      hasBegun: async () => existsSync(join(back, "blobs")) && readdirSync(join(back, "blobs")).length > 0,
    })
    await cli(["migrate", "--to", back], storage)

    expect(isAlso).toBe(true)
    expect(await withServer({ LECTERN_DATA_DIR: back }, answersOf)).toBe(before)
  })

  it("restores a backup that was made while the server added libraries", { timeout: 300_000 }, async () => {
    const docs = makeDocs(join(folder, "more"), "late")
    await withServer({}, async (lectern) => {
      const adding = (async () => {
        for (const title of readdirSync(docs)) await add(lectern, join(docs, title), title)
      })()
      for (let round = 0; round < 3; round++) await cli(["backup", backups, "--keep", "2"])
      await adding
      return undefined
    })
    expect(readdirSync(backups).filter((name) => name.endsWith("Z"))).toHaveLength(2)

    const restored = join(folder, "restored")
    await cli(["restore", backups], { LECTERN_DATA_DIR: restored })

    const after = await withServer({ LECTERN_DATA_DIR: restored }, async (lectern) => {
      const { libraries } = await lectern.client.listLibraries({ limit: 100 })
      const broken = libraries.filter(({ state }) => state === "error")
      expect(broken).toEqual([])
      return await answersOf(lectern)
    })
    expect(after).toBe(before)
  })

  it("keeps the blobs that the newest backups share, and removes the others", { timeout: 300_000 }, async () => {
    const { blobsThere, blobs } = JSON.parse(await cli(["backup", backups, "--keep", "1", "--json"])) as {
      blobs: number
      blobsThere: number
    }

    expect(blobsThere).toBeGreaterThan(0)
    const stored = readdirSync(join(backups, "blobs"), { recursive: true, encoding: "utf8" })
    expect(stored.filter((name) => /[0-9a-f]{64}$/.test(name))).toHaveLength(blobs)
    const restored = join(folder, "restored-again")
    await cli(["restore", backups], { LECTERN_DATA_DIR: restored })
    expect(await withServer({ LECTERN_DATA_DIR: restored }, answersOf)).toBe(before)
  })

  it("restores into PostgreSQL too, and refuses a place with data", { timeout: 300_000 }, async () => {
    const databaseUrl = await database.createDatabase()
    const storage = { DATABASE_URL: databaseUrl, LECTERN_BLOBS: "postgres", LECTERN_DATA_DIR: join(folder, "node-4") }

    await cli(["restore", backups], storage)

    expect(await withServer(storage, answersOf)).toBe(before)
    await expect(cli(["restore", backups], storage)).rejects.toThrow("the target already contains data")
    const inUse = join(folder, "in-use")
    await withServer({ LECTERN_DATA_DIR: inUse }, async () => undefined)
    const filesBefore = readdirSync(join(inUse, "blobs"), { recursive: true })
    await expect(cli(["restore", backups], { LECTERN_DATA_DIR: inUse })).rejects.toThrow("already contains data")
    expect(readdirSync(join(inUse, "blobs"), { recursive: true })).toEqual(filesBefore)
    await expect(cli(["restore", join(folder, "docs")])).rejects.toThrow("contains no backup")
  })
})

/** Makes folders of documentation. */
function makeDocs(path: string, name = "otter"): string {
  for (const place of ["coast", "lake", "sea", "zoo"]) {
    const docs = join(path, `${name}-${place}`)
    mkdirSync(docs, { recursive: true })
    for (let page = 0; page < 10; page++) {
      const text = QUESTIONS.map(
        (question) =>
          `## ${question} ${page}\n\nIn the ${place}, ${question} ${page} times.\n\n\`\`\`sh\notter ${page}\n\`\`\`\n`,
      )
      writeFileSync(join(docs, `page-${page}.md`), `# Page ${page} of the ${place}\n\n${text.join("\n")}`)
    }
  }
  return path
}
