import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { projectRoot } from "./cruise.ts"

describe("the lockfile", () => {
  it("knows the packages of every platform, because a fresh install refuses one that does not", () => {
    const check = spawnSync(process.execPath, [join(projectRoot, "scripts/lockfile.mjs"), "--check"], {
      encoding: "utf8",
    })

    expect(check.stdout + check.stderr).toBe("lockfile: 0 packages of other platforms are missing\n")
  })

  it("names no address that packages came from", () => {
    expect(readFileSync(join(projectRoot, "package-lock.json"), "utf8")).not.toMatch(/"resolved": "[a-z+]+:/)
  })
})
