import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { fromBuffer } from "yauzl"
import { aLibrary } from "../../catalogue/catalogue.contract.testing.ts"
import { startTestProgram } from "../../http/program.testing.ts"
import { writeSupportBundle } from "./support-bundle.ts"

/** Each secret contains this word. */
const PLANTED = "planted"
const SECRETS: Readonly<Record<string, string>> = {
  LECTERN_ADMIN_PASSWORD: `admin-${PLANTED}-word`,
  LECTERN_API_KEY: `api-${PLANTED}-key`,
  LECTERN_BOOTSTRAP_KEY: `lectern_${PLANTED}-${"b".repeat(40)}`,
  LECTERN_EMBEDDER_URL: `http://127.0.0.1:9/v1?api_key=${PLANTED}-embedder`,
  LECTERN_EMBEDDER_MODEL: "a-model",
  LECTERN_EMBEDDER_KEY: `embedder-${PLANTED}`,
  LECTERN_HTTPS_PROXY: `http://user:${PLANTED}%2Fproxy@127.0.0.1:9`,
  LECTERN_OIDC_ISSUER: "https://issuer.example",
  LECTERN_PUBLIC_URL: "https://docs.example",
  LECTERN_OIDC_CLIENT_ID: "lectern",
  LECTERN_OIDC_CLIENT_SECRET: `client-${PLANTED}-secret`,
  AWS_SECRET_ACCESS_KEY: `aws-${PLANTED}-secret`,
}
const LOG = [
  JSON.stringify({ level: 30, event: "request failed", headers: { authorization: `Bearer ${PLANTED}aaaaaaaa` } }),
  JSON.stringify({ level: 30, query: `what is the ${PLANTED} question` }),
  `GET /api/v2/context?libraryId=/a/b&query=${PLANTED}+question HTTP/1.1`,
  `cloning https://x-access-token:${PLANTED}@github.com/a/b.git with Authorization: Bearer ${PLANTED}.token.x`,
  `aws-${PLANTED}-secret and a kept line`,
].join("\n")

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "lectern-bundle-"))))
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

async function unzip(path: string): Promise<Readonly<Record<string, string>>> {
  const bytes = await readFile(path)
  return new Promise((resolve, reject) => {
    const found: Record<string, string> = {}
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on("end", () => resolve(found))
      zip.on("entry", (entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure)
          const chunks: Buffer[] = []
          stream.on("data", (chunk: Buffer) => chunks.push(chunk))
          stream.on("end", () => {
            found[entry.fileName] = Buffer.concat(chunks).toString("utf8")
            zip.readEntry()
          })
        })
      })
      zip.readEntry()
    })
  })
}

it("contains what a report needs, and no secret, question or text of documentation", async () => {
  const dataDir = join(folder, "data")
  const program = await startTestProgram({ dataDir })
  const { catalogue, blobs, sealer } = program.context
  const sealedToken = sealer.seal(`git-${PLANTED}-token`)
  await catalogue.libraries.add(
    aLibrary({ description: `about ${PLANTED}`, source: { ...aLibrary().source, sealedToken } }),
  )
  await blobs.put(Buffer.from(`# Text\n\nThe ${PLANTED} documentation`))
  await catalogue.settings.set("hook_secret", sealer.seal(`hook-${PLANTED}`))
  await program.close()
  const logFile = join(folder, "lectern.log")
  await writeFile(logFile, LOG)
  for (const [name, value] of Object.entries(SECRETS)) vi.stubEnv(name, value)
  const path = join(folder, "report.zip")

  const files = await writeSupportBundle({ path, logFile, dataDir })

  const texts = await unzip(path)
  expect(Object.keys(texts)).toEqual(files)
  expect(files).toEqual([
    "about.json",
    "settings.json",
    "doctor.json",
    "metrics.txt",
    "counts.json",
    "migrations.json",
    "log.txt",
  ])
  expect(texts["metrics.txt"]).toContain("lectern_libraries 1")
  expect(texts["doctor.json"]).toContain('"check": "index files"')
  expect(texts["log.txt"]).toContain("a kept line")
  expect(JSON.parse(texts["settings.json"] ?? "")).toMatchObject({
    LECTERN_API_KEY: "set, hidden",
    LECTERN_PORT: { value: 3000, isDefault: true },
    LECTERN_OIDC_ISSUER: { value: "https://issuer.example", isDefault: false },
  })
  for (const [name, content] of Object.entries(texts)) {
    expect([name, content.split("\n").filter((line) => line.includes(PLANTED))]).toEqual([name, []])
  }
  expect(JSON.stringify(texts)).not.toContain(sealedToken)
  await expect(writeSupportBundle({ path, dataDir })).rejects.toThrow("EEXIST")
})
