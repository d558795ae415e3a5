import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest"
import { type PostgresServer, startPostgres } from "../base/postgres/postgres-server.testing.ts"
import { type S3Server, startS3Server } from "../blobs/remote/s3-server.testing.ts"
import { aBundle, asAdmin, startTestProgram, type TestProgram } from "../http/program.testing.ts"

const ENCRYPTION = { LECTERN_ENCRYPTION_KEY: "3".repeat(64) }

let postgres: PostgresServer
let s3: S3Server
let programs: TestProgram[]

beforeAll(async () => {
  ;[postgres, s3] = await Promise.all([startPostgres(), startS3Server()])
  for (const [name, value] of Object.entries(s3.credentials)) vi.stubEnv(name, value)
  programs = []
}, 60_000)
afterEach(async () => {
  for (const program of programs.splice(0)) await program.remove()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await Promise.all([postgres.close(), s3.close()])
})

async function start(environment: Readonly<Record<string, string>>, workerMode: "inline" | "none") {
  const program = await startTestProgram({ environment: { ...ENCRYPTION, ...environment }, workerMode })
  programs.push(program)
  return program
}

async function addOtters(program: TestProgram): Promise<void> {
  const payload = { libraries: [aBundle("/river/otters")] }
  const { status, text } = await program.call({
    method: "POST",
    url: "/api/v2/import-libraries",
    headers: asAdmin,
    payload,
  })
  expect(status, text).toBeLessThan(300)
  await program.settle()
}

const request = (program: TestProgram) =>
  program.call({ url: "/api/v2/context?libraryId=/river/otters&query=feed%20an%20otter", headers: asAdmin })

async function ask(program: TestProgram): Promise<string> {
  const { status, text } = await request(program)
  expect(status, text).toBe(200)
  return text
}

const localCopies = async ({ dataDir }: TestProgram) =>
  (await readdir(join(dataDir, "blob-copies"), { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name))

it("answers on every machine what one has indexed, from S3, and fetches the index file in advance", async () => {
  const shared = {
    DATABASE_URL: await postgres.createDatabase(),
    LECTERN_BLOBS: `s3://${s3.location.bucket}/lectern`,
    LECTERN_S3_ENDPOINT: s3.location.endpoint ?? "",
  }
  const [indexing, answering] = [await start(shared, "inline"), await start(shared, "none")]

  await addOtters(indexing)
  await vi.waitFor(async () => expect(await localCopies(answering)).toHaveLength(1), 5_000)
  const late = await start(shared, "none")
  await s3.stop()

  const answer = await ask(answering)
  expect(answer).toContain("otter.feed()")
  expect(await ask(indexing)).toBe(answer)
  expect((await request(late)).status).toBe(503)
  await s3.restart()
  expect(await ask(late)).toBe(answer)
}, 30_000)

it("gives the same answer with blobs in PostgreSQL as with those in the data directory", async () => {
  const shared = { DATABASE_URL: await postgres.createDatabase(), LECTERN_BLOBS: "postgres" }
  const [local, indexing, answering] = [
    await start({}, "inline"),
    await start(shared, "inline"),
    await start(shared, "none"),
  ]
  await addOtters(local)
  await addOtters(indexing)
  await answering.context.catalogueSync.catchUp()

  expect(await ask(answering)).toBe(await ask(local))
})
