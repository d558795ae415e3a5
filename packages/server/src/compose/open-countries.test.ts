import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { aBundle, asAdmin, startTestProgram } from "../http/program.testing.ts"
import { BadSettings, readSettings } from "../config/settings.ts"
import { writeCountryDatabase } from "./country-database.testing.ts"
import { openCountries } from "./open-countries.ts"

describe("countries from a database", () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-countries-"))
    path = join(folder, "countries.mmdb")
    await writeFile(
      path,
      writeCountryDatabase({
        "81.2.69.0/24": "GB",
        "89.160.20.112/28": "SE",
        "127.0.0.0/8": "CH",
        "2001:218:0:0:0:0:0:0/32": "JP",
      }),
    )
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const open = () => openCountries(readSettings({ LECTERN_GEOIP_DB: path }))

  it("are found for addresses of both versions, and unknown for all others", async () => {
    const { lookUp } = await open()

    const asked = ["81.2.69.142", "89.160.20.113", "89.160.20.128", "2001:218::1", "2001:219::1", "8.8.8.8"]
    expect(asked.map((address) => lookUp?.(address))).toEqual(["GB", "SE", undefined, "JP", undefined, undefined])
  })

  it("do not fail for what is no address", async () => {
    const { lookUp } = await open()

    expect(["", "otter", "1.2.3", "::ffff:81.2.69.142"].map((address) => lookUp?.(address))).toEqual([
      undefined,
      undefined,
      undefined,
      "GB",
    ])
  })

  it.each([
    ["is not there", undefined],
    ["is no database", "not a database"],
    ["is empty", ""],
  ])("are a bad setting when the file %s", async (_what, content) => {
    if (content === undefined) await rm(path)
    else await writeFile(path, content)

    await expect(open()).rejects.toThrow(BadSettings)
  })

  it("show in the metrics of a library", async () => {
    const program = await startTestProgram({ workerMode: "inline", environment: { LECTERN_GEOIP_DB: path } })
    try {
      const payload = { libraries: [aBundle("/otter/docs")] }
      await program.call({ method: "POST", url: "/api/v2/import-libraries", headers: asAdmin, payload })
      await program.settle()
      const asked = await program.call({ url: "/api/v2/context?libraryId=/otter/docs&query=feed" })
      expect(asked.status).toBe(200)

      await vi.waitFor(
        async () => {
          const metrics = await program.call({ url: "/api/v2/libs/metrics?libraryId=/otter/docs" })
          expect((metrics.json as { countries: unknown }).countries).toEqual([{ country: "CH", count: 1 }])
        },
        { timeout: 10_000, interval: 100 },
      )
    } finally {
      await program.remove()
    }
  })
})
