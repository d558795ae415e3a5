import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { projectRoot } from "./cruise.ts"

describe("the lockfile", () => {
  it("contains the packages of every platform, which a fresh installation requires", () => {
    const check = spawnSync(process.execPath, [join(projectRoot, "scripts/lockfile.mjs"), "--check"], {
      encoding: "utf8",
    })

    expect(check.stdout + check.stderr).toBe("lockfile: 0 packages of other platforms are missing\n")
  })

  it("contains no addresses that packages came from", () => {
    expect(readFileSync(join(projectRoot, "package-lock.json"), "utf8")).not.toMatch(/"resolved": "[a-z+]+:/)
  })
})
