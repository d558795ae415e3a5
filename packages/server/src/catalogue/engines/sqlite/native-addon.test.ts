import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { assertAddonIsSafe } from "./native-addon.ts"

describe("the native addon of better-sqlite3", () => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-native-addon-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  function aFile(name: string, call: string): string {
    const file = join(folder, name)
    writeFileSync(file, Buffer.concat([Buffer.alloc(100), Buffer.from(`_ZN4node28${call}EPN2v8`), Buffer.alloc(100)]))
    return file
  }

  it("is refused if it would crash the process at random", () => {
    const file = aFile("new.node", "RemoveEnvironmentCleanupHook")

    expect(() => assertAddonIsSafe(file)).toThrow("npm rebuild better-sqlite3 --target=24.18.0")
  })

  it("is used if it was compiled with older headers, as it is here, or is somewhere else", () => {
    expect(() => assertAddonIsSafe(aFile("old.node", "AddEnvironmentCleanupHook"))).not.toThrow()
    expect(() => assertAddonIsSafe(join(folder, "missing.node"))).not.toThrow()
    expect(() => assertAddonIsSafe()).not.toThrow()
  })
})
