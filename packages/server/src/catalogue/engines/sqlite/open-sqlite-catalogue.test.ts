import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { systemClock } from "../../../base/clock.ts"
import { silentLog } from "../../../base/log.ts"
import { StorageFull } from "../../../base/storage-errors.ts"
import { openSqliteCatalogue } from "./open-sqlite-catalogue.ts"

// A disk small enough to fill has to be mounted, which only root may do.
const isRoot = process.getuid?.() === 0

let folder: string
let path: string
const environment = { clock: systemClock, log: silentLog }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-catalogue-"))
  path = join(folder, "lectern.db")
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe("a catalogue that cannot be used", () => {
  it("is named with its path and what to do, when it is no database", async () => {
    await writeFile(path, "this is no database at all".repeat(100))

    await expect(openSqliteCatalogue(path, environment)).rejects.toThrow(
      `the catalogue ${path} is not a SQLite database, or is damaged: restore it from a backup`,
    )
  })

  it("is named with its path, when it is a directory", async () => {
    await mkdir(path)

    await expect(openSqliteCatalogue(path, environment)).rejects.toThrow(`the catalogue ${path} cannot be opened`)
  })

  it("is named with its path, when it is damaged in the middle", async () => {
    const catalogue = await openSqliteCatalogue(path, environment)
    await catalogue.migrate()
    await catalogue.close()
    const bytes = Buffer.alloc(40_000, 0xab)
    execFileSync("dd", [`of=${path}`, "bs=1", "seek=100", "conv=notrunc", "status=none"], { input: bytes })

    const opening = (async () => {
      const damaged = await openSqliteCatalogue(path, environment)
      try {
        await damaged.migrate()
      } finally {
        await damaged.close()
      }
    })()

    await expect(opening).rejects.toThrow(`the catalogue ${path} is damaged: restore it from a backup`)
  })

  it.runIf(isRoot)(
    "says that the disk is full, not what that led to, and goes on when there is room again",
    async () => {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", folder])
      const catalogue = await openSqliteCatalogue(path, environment)
      try {
        await catalogue.migrate()
        const fill = join(folder, "fill")
        await writeFile(fill, Buffer.alloc(16 * 1024 * 1024)).catch(() => undefined)
        const writing = async () => {
          for (let at = 0; at < 100; at++) {
            await catalogue.inTransaction(({ settings }) => settings.set(`name ${at}`, "x".repeat(10_000)))
          }
        }

        await expect(writing()).rejects.toBeInstanceOf(StorageFull)
        await rm(fill)
        await writing()

        expect(await catalogue.settings.get("name 99")).toHaveLength(10_000)
      } finally {
        await catalogue.close()
        execFileSync("umount", [folder])
      }
    },
  )
})
