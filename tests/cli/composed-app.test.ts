import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { systemClock } from "../../packages/server/src/base/clock.ts"
import { silentLog } from "../../packages/server/src/base/log.ts"
import { composeApp, type ComposedApp } from "../../packages/server/src/compose/compose-app.ts"
import { inProcessFetch } from "../../packages/server/src/compose/in-process-fetch.ts"
import { readSettings } from "../../packages/server/src/config/settings.ts"
import { makePdf } from "../../packages/parsers/src/formats/pdf/make-pdf.testing.ts"
import type { ServerEntryPoints } from "../../packages/cli/src/session/server-entry-points.ts"
import { KEY, run as runWith } from "../../packages/cli/src/run-command.testing.ts"

const LIBRARY = {
  project: "/honojs/website",
  title: "Hono",
  description: "Web framework",
  infoSnippets: [
    {
      id: "https://hono.dev/docs",
      breadcrumb: "Guides > Middleware",
      content: "Middleware runs before and after the handler.",
    },
  ],
}

let folder: string
let composed: ComposedApp
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-cli-app-"))
  composed = await open(join(folder, "data"))
  url = await composed.app.listen({ host: "127.0.0.1", port: 0 })
  await writeFile(join(folder, "libraries.json"), JSON.stringify({ libraries: [LIBRARY] }))
})
afterAll(async () => {
  await composed.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(dataDir: string): Promise<ComposedApp> {
  const settings = readSettings({
    LECTERN_DATA_DIR: dataDir,
    LECTERN_SAMPLE: "off",
    LECTERN_ADMIN_PASSWORD: "long enough",
  })
  const app = await composeApp(settings, { clock: systemClock, log: silentLog, workerMode: "inline", systemKey: KEY })
  await app.start()
  return app
}

const openLocal: ServerEntryPoints["openLocal"] = async ({ dataDir = join(folder, "other") }) => {
  const app = await open(dataDir)
  return { url: "http://127.0.0.1", apiKey: KEY, fetch: inProcessFetch(app.app), close: () => app.close() }
}

const run = (...argv: string[]) =>
  runWith(argv, { environment: { LECTERN_URL: url, LECTERN_API_KEY: KEY }, entryPoints: { openLocal } })

describe.each([
  ["a running server", [] as string[]],
  ["a data directory with --local", ["--local"]],
])("the command line against %s", (_where, where) => {
  const zip = () => join(folder, `hono${where.length}.zip`)

  it("uploads an OpenAPI file, waits and answers", async () => {
    const path = join(import.meta.dirname, "../../packages/parsers/src/formats/openapi/fixtures/refunds.in.yaml")
    const added = await run("add", path, "--title", "Raft Money", ...where)
    const asked = await run("ask", "/openapi/raft-money", "create a refund", ...where)
    const missing = await run("add", join(folder, "missing.yaml"), ...where)
    const refused = await run("add", "http://10.0.0.1/openapi.json", ...where)

    expect([added.exitCode, asked.exitCode]).toEqual([0, 0])
    expect(added.outText()).toMatch(/^\/openapi\/raft-money: \d+ snippets from \d+ files/)
    expect(asked.outText()).toContain("Source: upload://openapi/raft-money/refunds.in.yaml#createRefund")
    expect([missing.exitCode === 0, missing.errText()]).toEqual([false, expect.stringContaining("cannot open")])
    expect([refused.exitCode === 0, refused.errText()]).toEqual([false, expect.stringContaining("10.0.0.1")])
  })

  it("uploads a folder of PDF files, waits and answers with the page", async () => {
    const manuals = join(folder, `manuals${where.length}`)
    await mkdir(join(manuals, "crew"), { recursive: true })
    await writeFile(join(manuals, "photo.png"), "not uploaded")
    const pages = [
      { title: "Crew manual" },
      { heading: "Helmets", text: "Red helmets are worn on the launch pad only." },
    ]
    await writeFile(join(manuals, "crew", "helmets.pdf"), await makePdf(pages))
    const id = `/docs/manuals${where.length}`

    const added = await run("add", manuals, ...where)
    const asked = await run("ask", id, "where are red helmets worn", ...where)
    const empty = await run("add", join(manuals, "nothing.pdf"), ...where)
    const mixed = await run("add", "https://github.com/o/r", manuals, ...where)

    expect([added.exitCode, asked.exitCode, empty.exitCode, mixed.exitCode]).toEqual([0, 0, 3, 2])
    expect(added.outText()).toContain(`${id}: 2 snippets from 1 file`)
    expect(asked.outText()).toContain(`Source: upload:/${id}/crew/helmets.pdf#page=2`)
  })

  it("imports, finds, asks, tells, exports, deletes and imports again", async () => {
    const imported = await run("import", join(folder, "libraries.json"), ...where)
    const found = await run("search", "hono", ...where)
    const asked = await run("ask", "hono", "when does middleware run", ...where)
    const told = await run("status", "/honojs/website", "--json", ...where)
    const exported = await run("export", "/honojs/website", zip(), ...where)
    const deleted = await run("delete", "/honojs/website", "--yes", ...where)
    const gone = await run("status", "/honojs/website", ...where)
    const again = await run("import", zip(), "--json", ...where)

    expect([imported, found, asked, told, exported, deleted, again].map(({ exitCode }) => exitCode)).toEqual(
      Array(7).fill(0),
    )
    expect(imported.outText()).toMatch(/^1 queued, 0 skipped, import succeeded in /)
    expect(found.outText()).toContain("/honojs/website  Hono · 1 snippet\n")
    expect(asked.outText()).toContain("Middleware runs before and after the handler.")
    expect(JSON.parse(told.outText())).toMatchObject({ id: "/honojs/website", state: "finalized", totalSnippets: 1 })
    expect([gone.exitCode, gone.errText()]).toEqual([
      3,
      expect.stringContaining("library /honojs/website does not exist"),
    ])
    expect(JSON.parse(again.outText())).toMatchObject({ queued: ["/honojs/website"], job: { state: "succeeded" } })
    expect(await readdir(folder)).not.toContain(`hono${where.length}.zip.part`)
  })

  it("tells of a submission that the server refuses", async () => {
    const refused = await run("add", "ftp://example.com/a/b", "--json", ...where)

    expect(refused.exitCode).toBe(2)
    expect(JSON.parse(refused.outText())).toMatchObject({ error: "validation_error" })
  })
})

describe("admin create-key --url", () => {
  it("makes a key that the server takes, and a wrong one is exit code 4", async () => {
    const { outText } = await run("admin", "create-key", "--label", "ci", "--url", url)
    const status = (apiKey: string) => runWith(["status", "--url", url], { environment: { LECTERN_API_KEY: apiKey } })

    expect(outText()).toMatch(/^lectern_\S{32,}\n$/)
    expect(await status(outText().trim())).toMatchObject({ exitCode: 0 })
    expect(
      await runWith(["search", "x", "--url", url], { environment: { LECTERN_API_KEY: "lectern_wrong" } }),
    ).toMatchObject({ exitCode: 4 })
  })
})
