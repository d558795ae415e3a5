import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makeInitialPassword, randomPassword, readInitialPassword, removeInitialPassword } from "./initial-password.ts"

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "lectern-initial-password-"))
})
afterEach(() => rm(dataDir, { recursive: true }))

describe("the initial password", () => {
  it("has four groups of five letters and digits that are hard to confuse", () => {
    expect(randomPassword()).toMatch(/^(?:[a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/)
    expect(randomPassword()).not.toBe(randomPassword())
  })

  it("is made once, in a file that only its owner can read", async () => {
    const made = await makeInitialPassword(dataDir)

    expect(await makeInitialPassword(dataDir)).toBeUndefined()
    expect(await readInitialPassword(dataDir)).toBe(made)
    expect(await readdir(dataDir)).toEqual(["initial-password"])
    expect((await stat(join(dataDir, "initial-password"))).mode & 0o777).toBe(0o600)
  })

  it("is undefined once it has been removed", async () => {
    await makeInitialPassword(dataDir)
    await removeInitialPassword(dataDir)
    await removeInitialPassword(dataDir)

    expect(await readInitialPassword(dataDir)).toBeUndefined()
  })

  it("reports errors other than a file that is there or is missing", async () => {
    const file = join(dataDir, "file")
    await writeFile(file, "")

    await expect(makeInitialPassword(file)).rejects.toThrow("ENOTDIR")
    await expect(readInitialPassword(file)).rejects.toThrow("ENOTDIR")
  })
})
