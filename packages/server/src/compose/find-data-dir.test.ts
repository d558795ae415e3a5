import { existsSync } from "node:fs"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
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
    expect(() => findDataDir({ dataDir })).toThrow(`there is no instance in ${dataDir}`)
    expect(existsSync(dataDir)).toBe(false)
  })

  it("is the one that a server has used", async () => {
    await writeFile(join(folder, CATALOGUE_FILE), "")

    expect(findDataDir({ dataDir: folder })).toBe(folder)
  })

  it("is not called missing if this user may not read it", async () => {
    await writeFile(join(folder, CATALOGUE_FILE), "")
    await chmod(folder, 0o600)

    expect(() => withoutRoot(() => findDataDir({ dataDir: folder }))).toThrow(
      `permission denied: this user may not read ${folder}`,
    )
  })
})

/** Runs a function as the user nobody if this process may read everything. */
function withoutRoot<Result>(run: () => Result): Result {
  if (process.geteuid?.() !== 0) return run()
  process.seteuid?.(65_534)
  try {
    return run()
  } finally {
    process.seteuid?.(0)
  }
}
