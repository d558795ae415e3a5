import { execFile, spawn } from "node:child_process"
import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { freshInstance, projectRoot, type RunningLectern, startLectern, waitFor } from "./running-lectern.ts"

const PROGRAM = join(projectRoot, "packages/server/bin/lectern.mjs")
/** No password, as on a machine where somebody starts Lectern for the first time. */
const BARE = { LECTERN_ADMIN_PASSWORD: "", LECTERN_BOOTSTRAP_KEY: "" }

describe("the first start", { timeout: 60_000 }, () => {
  let instance: ReturnType<typeof freshInstance>
  let lectern: RunningLectern | undefined
  beforeEach(() => {
    instance = freshInstance()
  })
  afterEach(async () => {
    await lectern?.stop()
    lectern = undefined
    instance.remove()
  })

  const environment = () => ({
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    LECTERN_DATA_DIR: instance.dataDir,
  })
  const admin = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [PROGRAM, "admin", ...args], { env: environment() })).stdout.trim()

  it("prints the password of the admin once and keeps it in the data directory", async () => {
    const first = await startLectern({ ...instance, environment: BARE })
    const printed = await waitFor("the password", async () => /account admin is (\S+)/.exec(first.output())?.[1])
    await first.stop()
    const file = join(instance.dataDir, "initial-password")

    lectern = await startLectern({ ...instance, environment: BARE })

    expect(readFileSync(file, "utf8")).toBe(`${printed}\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(lectern.output()).not.toContain(printed)
  })

  it("is refused beyond loopback until someone has set a password", async () => {
    const exposed = { ...BARE, LECTERN_HOST: "0.0.0.0" }
    await expect(startLectern({ ...instance, environment: exposed })).rejects.toThrow(
      /ended with 2[\s\S]*cannot listen on 0\.0\.0\.0[\s\S]*LECTERN_ADMIN_PASSWORD[\s\S]*lectern admin set-password/,
    )

    const typing = spawn(process.execPath, [PROGRAM, "admin", "set-password"], { env: environment() })
    typing.stdin.end("a password of my own\n")
    await waitFor("the command to end", async () => typing.exitCode ?? undefined)
    lectern = await startLectern({ ...instance, environment: exposed })

    expect(typing.exitCode).toBe(0)
    expect(lectern.output()).toContain("Lectern is running at")
  })

  it("leaves nothing locked to a key made on the machine", async () => {
    lectern = await startLectern({ ...instance, environment: BARE })
    const headers = { authorization: `Bearer ${await admin("create-key")}`, "content-type": "application/json" }
    const library = {
      project: "/otter/docs",
      title: "Otters",
      codeSnippets: [],
      infoSnippets: [{ id: "a", content: "Otters swim.", breadcrumb: "Otters" }],
    }
    const body = JSON.stringify({ libraries: [library] })
    const imported = await fetch(`${lectern.url}/api/v2/import-libraries`, { method: "POST", headers, body })

    const deleted = await fetch(`${lectern.url}/api/v2/libs/otter/docs`, {
      method: "DELETE",
      headers: { authorization: headers.authorization },
    })

    expect([imported.status, deleted.status]).toEqual([202, 200])
  })
})
