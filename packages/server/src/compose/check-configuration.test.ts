import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { checkConfiguration } from "./check-configuration.ts"

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "lectern-configuration-"))))
afterEach(() => rm(folder, { recursive: true, force: true }))

it("finds nothing wrong with a directory that does not exist yet", async () => {
  const checked = await checkConfiguration({ LECTERN_DATA_DIR: join(folder, "a", "b") })

  expect(checked).toMatchObject({ problems: [], warnings: [], settings: { LECTERN_PORT: 3000 } })
})

it("reports invalid settings, missing files and an unusable data directory together", async () => {
  const file = join(folder, "file")
  await writeFile(file, "")
  const missing = join(folder, "missing")

  const { settings, problems, warnings } = await checkConfiguration({
    LECTERN_PORT: "x",
    LECTERN_GEOIP_DB: missing,
    LECTERN_EMBEDDER_TABLE: folder,
    LECTERN_MANIFEST: missing,
    LECTERN_DATA_DIR: join(file, "data"),
    LECTERN_HOTS: "0.0.0.0",
  })

  expect(settings).toBeUndefined()
  expect(problems).toEqual([
    expect.stringContaining('LECTERN_PORT: "x"'),
    expect.stringContaining(`LECTERN_GEOIP_DB: cannot read ${JSON.stringify(missing)}: ENOENT`),
    `LECTERN_EMBEDDER_TABLE: ${JSON.stringify(folder)} is not a file`,
    `LECTERN_DATA_DIR: ${JSON.stringify(file)} is not a directory`,
  ])
  expect(warnings).toEqual([
    expect.stringContaining("LECTERN_MANIFEST: cannot read"),
    "LECTERN_HOTS: is not a setting, so it is ignored. Did you mean LECTERN_HOST?",
  ])
})

it("warns about a shared key that can be guessed", async () => {
  const warningsFor = async (key: string) =>
    (await checkConfiguration({ LECTERN_DATA_DIR: folder, LECTERN_API_KEY: key })).warnings

  expect(await warningsFor("tea")).toEqual([
    expect.stringContaining("LECTERN_API_KEY: has fewer than 16 characters, so it can be guessed"),
  ])
  expect(await warningsFor("0123456789abcdef")).toEqual([])
})

it("reports a first start that other machines could reach before there is a password", async () => {
  const open = { LECTERN_DATA_DIR: folder, LECTERN_HOST: "0.0.0.0" }

  expect((await checkConfiguration({ ...open, PORT: "x" })).problems).toEqual([
    expect.stringContaining("LECTERN_PORT (from PORT)"),
    expect.stringContaining("LECTERN_HOST: cannot listen on"),
  ])
  expect((await checkConfiguration({ ...open, LECTERN_ADMIN_PASSWORD: "long enough" })).problems).toEqual([])
})
