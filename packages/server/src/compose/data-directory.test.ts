import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { silentLog } from "../base/log.ts"
import { openDirectoryBlobStore } from "../blobs/open-directory-blob-store.ts"
import { prepareDataDirectory } from "./data-directory.ts"

let folder: string
let dataDir: string
const umask = process.umask()
const prepare = (mayBeNew = false) => prepareDataDirectory(dataDir, { hasCatalogue: true, mayBeNew, log: silentLog })
const modeOf = async (...names: string[]) => (await stat(join(dataDir, ...names))).mode & 0o777

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-data-"))
  dataDir = join(folder, "data")
})
afterEach(async () => {
  process.umask(umask)
  await rm(folder, { recursive: true })
})

describe("data directory", () => {
  it("is made for its owner only, and so is what is written into it", async () => {
    process.umask(0o022)

    await prepare()
    await openDirectoryBlobStore(join(dataDir, "blobs"))
    await writeFile(join(dataDir, "lectern.db"), "")

    expect(await modeOf()).toBe(0o700)
    expect(await modeOf("blobs")).toBe(0o700)
    expect(await modeOf("lectern.db")).toBe(0o600)
  })

  it("of an earlier version is closed to others with everything in it, and links are not followed", async () => {
    const outside = join(folder, "outside")
    await mkdir(join(dataDir, "blobs", "ab"), { recursive: true })
    for (const path of [join(dataDir, "lectern.db"), join(dataDir, "blobs", "ab", "file"), outside]) {
      await writeFile(path, "text")
      await chmod(path, 0o644)
    }
    await symlink(outside, join(dataDir, "link"))
    for (const path of [join(dataDir, "blobs", "ab"), join(dataDir, "blobs"), dataDir]) await chmod(path, 0o755)

    await prepare()

    expect(await Promise.all([modeOf(), modeOf("blobs"), modeOf("blobs", "ab")])).toEqual([0o700, 0o700, 0o700])
    expect(await Promise.all([modeOf("lectern.db"), modeOf("blobs", "ab", "file")])).toEqual([0o600, 0o600])
    expect((await stat(outside)).mode & 0o777).toBe(0o644)
  })

  it("with index files and no catalogue is refused until the operator says that it is meant", async () => {
    await mkdir(join(dataDir, "blobs", ".tmp"), { recursive: true })
    await mkdir(join(dataDir, "blobs", "ab"))
    await prepare()
    await writeFile(join(dataDir, "blobs", "ab", "abcd"), "index")

    await expect(prepare()).rejects.toThrow(`the catalogue ${join(dataDir, "lectern.db")} is missing`)
    await expect(prepare()).rejects.toThrow("LECTERN_NEW_CATALOGUE=on")
    await prepare(true)
    await writeFile(join(dataDir, "lectern.db"), "SQLite")
    await prepare()
  })

  it("with an empty catalogue is refused, whatever was said, with the path", async () => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, "lectern.db"), "")

    await expect(prepare(true)).rejects.toThrow(`the catalogue ${join(dataDir, "lectern.db")} is empty`)
  })

  it("waits for another process that is just creating the catalogue", async () => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, "lectern.db"), "")
    setTimeout(() => void writeFile(join(dataDir, "lectern.db"), "SQLite"), 100)

    await prepare()
  })
})
