import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { systemClock } from "../../../base/clock.ts"
import { silentLog } from "../../../base/log.ts"
import type { Catalogue } from "../../catalogue.ts"
import { CHANGE_NOTICES } from "../../change-notices.ts"
import { openSqliteCatalogue } from "./open-sqlite-catalogue.ts"

const folder = mkdtempSync(join(tmpdir(), "lectern-watch-"))
let [here, elsewhere]: Catalogue[] = []

const open = () => openSqliteCatalogue(join(folder, "lectern.db"), { clock: systemClock, log: silentLog })

beforeEach(async () => {
  here = await open()
  await here.migrate()
  elsewhere = await open()
})
afterEach(async () => {
  await here?.close()
  await elsewhere?.close()
  rmSync(folder, { recursive: true, force: true })
})

it("notices changes by other processes and by this one, and nothing else", async () => {
  const noticed: string[] = []
  const unsubscribe = here!.notices.subscribe((notice) => noticed.push(notice))
  await vi.waitFor(() => expect(noticed).toEqual(CHANGE_NOTICES))

  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(noticed).toHaveLength(CHANGE_NOTICES.length)

  await elsewhere!.settings.set("koi", "1")
  await vi.waitFor(() => expect(noticed).toHaveLength(2 * CHANGE_NOTICES.length))
  await here!.settings.set("koi", "2")
  await vi.waitFor(() => expect(noticed).toHaveLength(3 * CHANGE_NOTICES.length))

  expect(here!.notices.isLive).toBe(true)
  unsubscribe()
  expect(here!.notices.isLive).toBe(false)
})
