import { spawn, type ChildProcess } from "node:child_process"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { freshInstance, isAlive, projectRoot, waitFor } from "./running-lectern.ts"

const START_TIMEOUT_MS = 60_000

describe("npm start", { timeout: 120_000 }, () => {
  const instance = freshInstance()
  let started: ChildProcess | undefined
  afterEach(() => {
    started?.kill("SIGKILL")
    instance.remove()
  })

  function start(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const printed = { text: "" }
    const { PATH, HOME } = process.env
    const child = spawn(process.execPath, [join(projectRoot, "scripts/start.mjs"), ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH, HOME, LECTERN_DATA_DIR: instance.dataDir, LECTERN_SAMPLE: "off", ...environment },
    })
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed.text += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.text += text))
    started = child
    const ended = () => waitFor("the end", async () => child.exitCode ?? undefined, START_TIMEOUT_MS)
    return { child, printed, ended }
  }

  it("passes arguments and signals on, and ends as the server ends", async () => {
    const { child, printed, ended } = start({}, "--port", "0", "--no-worker")
    const address = await waitFor(
      "the address",
      async () => /http:\/\/\S+:\d+/.exec(printed.text)?.[0],
      START_TIMEOUT_MS,
    )
    const response = await fetch(`${address}/ping`)

    child.kill("SIGTERM")

    expect(response.status).toBe(200)
    expect(await ended()).toBe(0)
    await expect(fetch(`${address}/ping`)).rejects.toThrow("fetch failed")
    expect(isAlive(child.pid ?? 0)).toBe(false)
  })

  it("passes the environment and the exit code on", async () => {
    const { printed, ended } = start({ LECTERN_PORT: "port" })

    expect(await ended()).toBe(2)
    expect(printed.text).toContain("LECTERN_PORT")
  })
})
