import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { systemClock } from "../../base/clock.ts"
import { silentLog } from "../../base/log.ts"
import { openSqliteCatalogue } from "../../catalogue/engines/sqlite/open-sqlite-catalogue.ts"
import { moveInstance } from "./move-instance.ts"

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "lectern-move-"))
  const path = join(dataDir, "lectern.db")
  const catalogue = await openSqliteCatalogue(path, { clock: systemClock, log: silentLog })
  await catalogue.migrate()
  await catalogue.close()
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

it.each(["", "mysql://lectern:secret@db.example/lectern", "postgres:/lectern", "s3://documentation/lectern"])(
  "refuses to move an instance to %j, and creates no folder of that name",
  async (to) => {
    const before = await readdir(process.cwd())

    const moving = moveInstance({ dataDir, to, blobs: undefined, onProgress() {} })

    await expect(moving).rejects.toThrow("--to: must be a postgres:// address or the path of a data directory")
    expect(await readdir(process.cwd())).toEqual(before)
  },
)
