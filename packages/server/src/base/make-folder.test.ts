import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makeFolder } from "./make-folder.ts"

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "lectern-folder-"))))
afterEach(() => rm(folder, { recursive: true, force: true }))

describe("makeFolder", () => {
  it("creates a folder with those above it, and leaves existing ones unchanged", async () => {
    const path = join(folder, "a", "b", "c")

    await makeFolder(path, 0o700)
    await makeFolder(path, 0o755)

    expect((await stat(path)).mode & 0o777).toBe(0o700)
  })

  it("creates a folder once when several callers create it at the same time", async () => {
    const path = join(folder, "a", "b")

    await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(path, "c"))])

    expect((await stat(join(path, "c"))).isDirectory()).toBe(true)
  })

  it("creates a folder when another caller creates the folder above it in the meantime", async () => {
    for (let round = 0; round < 50; round++) {
      const above = join(folder, String(round))

      await Promise.all([makeFolder(join(above, "blobs")), mkdir(above).catch(() => {})])

      expect(existsSync(join(above, "blobs"))).toBe(true)
    }
  })

  it("fails below a file and below a link to a folder that does not exist", async () => {
    await writeFile(join(folder, "file"), "")
    await symlink(join(folder, "missing", "disk"), join(folder, "link"))

    await expect(makeFolder(join(folder, "file"))).rejects.toThrow("EEXIST")
    await expect(makeFolder(join(folder, "file", "a"))).rejects.toThrow("ENOTDIR")
    await expect(makeFolder(join(folder, "link"))).rejects.toThrow("EEXIST")
    await expect(makeFolder(join(folder, "link", "a"))).rejects.toThrow()
  })

  it.runIf(existsSync("/proc/self"))("fails in a folder that refuses new entries", { timeout: 5_000 }, async () => {
    await expect(makeFolder("/proc/lectern/backups")).rejects.toThrow("ENOENT")
  })
})
