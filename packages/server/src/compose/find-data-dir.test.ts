import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { BadSettings } from "../config/settings.ts"
import { CATALOGUE_FILE } from "./data-directory.ts"
import { findDataDir } from "./find-data-dir.ts"

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-find-"))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe("the data directory of a command", () => {
  it("is never created, and the error names the path that was tried", () => {
    const dataDir = join(folder, "typo")

    expect(() => findDataDir({ dataDir })).toThrow(BadSettings)
    expect(() => findDataDir({ dataDir })).toThrow(`${dataDir} is not a data directory`)
    expect(existsSync(dataDir)).toBe(false)
  })

  it("is the one that a server has used", async () => {
    await writeFile(join(folder, CATALOGUE_FILE), "")

    expect(findDataDir({ dataDir: folder })).toBe(folder)
  })
})
