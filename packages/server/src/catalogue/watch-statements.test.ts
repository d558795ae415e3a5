import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { systemClock } from "../base/clock.ts"
import { createTimings } from "../base/timings.ts"
import { openSqliteCatalogue } from "./engines/sqlite/open-sqlite-catalogue.ts"

it("records the duration of every statement, and logs slow ones without the values of parameters", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-statements-"))
  const [lines, operations]: [string[], string[]] = [[], []]
  const timings = createTimings()
  timings.listen((store, operation, durationMs) => void (durationMs >= 0 && operations.push(`${store} ${operation}`)))
  const write = (fields: object, event: string) => void lines.push(JSON.stringify({ event, ...fields }))
  const log = { debug: write, info: write, warn: write, error: write }
  // Every statement takes longer than this.
  const statements = { timings, log, slowMs: 0.000001 }
  const catalogue = await openSqliteCatalogue(join(folder, "lectern.db"), { clock: systemClock, log, statements })
  await catalogue.migrate()
  lines.length = 0
  operations.length = 0

  await catalogue.settings.set("name", "a secret value")
  await catalogue.settings.get("name")

  expect(operations).toEqual(["catalogue insert", "catalogue select"])
  expect(lines[0]).toContain('"event":"slow statement","operation":"insert"')
  expect(lines[1]).toContain('select \\"value\\" from \\"setting\\" where \\"name\\" = ?')
  expect(lines.join("\n")).not.toContain("a secret value")
  await catalogue.close()
  await rm(folder, { recursive: true, force: true })
})
