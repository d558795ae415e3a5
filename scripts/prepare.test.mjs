import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { isInstalled } from "./install-packages.mjs"

const LOCKED = {
  "": { name: "lectern-workspace" },
  "packages/server": { version: "1.0.0" },
  "node_modules/fastify": { version: "5.0.0" },
  "node_modules/vitest": { version: "4.0.0", dev: true },
  "node_modules/for-another-platform": { version: "1.0.0", optional: true },
}

describe("the packages of a clone", () => {
  let folder = ""
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "lectern-clone-"))
    mkdirSync(join(folder, "node_modules"))
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: LOCKED }))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Records packages as npm does at the end of an installation. */
  function record(packages) {
    writeFileSync(join(folder, "node_modules", ".package-lock.json"), JSON.stringify({ packages }))
  }
  const states = () => ({ toRun: isInstalled(false, folder), toDevelop: isInstalled(true, folder) })

  it("are missing when npm has recorded nothing, as after an interrupted installation", () => {
    mkdirSync(join(folder, "node_modules", "fastify"))

    expect(states()).toEqual({ toRun: false, toDevelop: false })
  })

  it("suffice to run without those that only development needs", () => {
    record({ "node_modules/fastify": { version: "5.0.0" } })

    expect(states()).toEqual({ toRun: true, toDevelop: false })
  })

  it("suffice for both when everything is installed, except for other platforms", () => {
    record({ "node_modules/fastify": { version: "5.0.0" }, "node_modules/vitest": { version: "4.0.0" } })

    expect(states()).toEqual({ toRun: true, toDevelop: true })
  })

  it("are installed again when the lockfile names another version", () => {
    record({ "node_modules/fastify": { version: "4.0.0" }, "node_modules/vitest": { version: "4.0.0" } })

    expect(states()).toEqual({ toRun: false, toDevelop: false })
  })

  it("are installed again for another version of Node, because some are native addons", () => {
    record({ "node_modules/fastify": { version: "5.0.0" } })
    writeFileSync(join(folder, "node_modules", ".lectern-node-abi"), "1")

    expect(states().toRun).toBe(false)
  })
})
