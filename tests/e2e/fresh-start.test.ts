import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freshInstance, isAlive, startLectern, waitFor, type RunningLectern } from "./running-lectern.ts"

/** Ten times what `lectern serve` may take, because other tests run beside this one; the benchmark measures the time itself. */
const READY_WITHIN_MS = 10_000

describe("a fresh start", () => {
  const instance = freshInstance()
  let lectern: RunningLectern

  beforeAll(async () => {
    lectern = await startLectern({ ...instance, environment: { LECTERN_SAMPLE: "on" } })
  })
  afterAll(async () => {
    await lectern.stop()
    instance.remove()
  })

  it("is ready in a moment", () => {
    expect(lectern.readyAfterMs).toBeLessThan(READY_WITHIN_MS)
  })

  it("answers the question that it prints", async () => {
    const command = await waitFor("the printed question", async () => /^\s*(curl .*)$/m.exec(lectern.output())?.[1])

    const answer = await waitFor("an answer to it", async () => {
      const text = execFileSync(
        "sh",
        ["-c", `${command.replace("curl ", "curl --silent --fail-with-body ")} || true`],
        { encoding: "utf8" },
      )
      return text.startsWith('{"error":"library_not_finalized"') ? undefined : text
    })

    expect(answer).toContain("Source: ")
    expect(answer).toContain("docsRepoUrl")
  })

  it("has indexed nothing to answer it", async () => {
    expect((await lectern.client.listJobs()).jobs).toEqual([])
  })

  it("prints how an MCP client connects, and pings there", async () => {
    const address = await waitFor(
      "the address for MCP clients",
      async () => /http:\S+\/mcp\b/.exec(lectern.output())?.[0],
    )
    const response = await fetch(new URL("/ping", address))

    expect(address).toBe(`${lectern.url}/mcp`)
    expect(await response.json()).toEqual({ status: "ok", message: "pong" })
  })

  it("shows a first page that is HTML and needs no other host", async () => {
    const response = await fetch(`${lectern.url}/`)
    const page = await response.text()

    expect(response.headers.get("content-type")).toContain("text/html")
    expect(page).toContain("Lectern")
    expect(page).not.toMatch(/(src|href)="https?:\/\/(?!127\.0\.0\.1)[^"]+\.(js|css|woff2?)"/)
  })

  it("describes its API", async () => {
    const description = await lectern.client.service.getOpenApi()

    expect(description["openapi"]).toMatch(/^3\.1\./)
  })

  it("answers what is not there with JSON", async () => {
    const response = await fetch(`${lectern.url}/api/v2/nothing`)

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: "not_found" })
  })

  it("refuses to add a library without a key", async () => {
    const response = await fetch(`${lectern.url}/api/v2/add/repo/git`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ docsRepoUrl: "https://git.example.org/team/handbook.git" }),
    })

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: "invalid_api_key" })
  })
})

describe("a stop", () => {
  it("ends every process, with code 0, and the next start has the data", async () => {
    const instance = freshInstance()
    try {
      const first = await startLectern(instance)
      const processIds = first.processIds()

      const code = await first.stop()

      expect(code).toBe(0)
      await waitFor("the children to end", async () => (processIds.some(isAlive) ? undefined : true))
      expect(existsSync(join(instance.dataDir, "lectern.db"))).toBe(true)
      const second = await startLectern(instance)
      expect((await second.client.service.getHealth()).status).toBe("ok")
      await second.stop()
    } finally {
      instance.remove()
    }
  })
})

describe("a start with bad settings", () => {
  it("names every problem and exits with 2", async () => {
    const instance = freshInstance()
    try {
      const failure = startLectern({ ...instance, environment: { LECTERN_PORT: "port", LECTERN_LOG_LEVEL: "loud" } })

      await expect(failure).rejects.toThrow(/ended with 2[\s\S]*LECTERN_PORT[\s\S]*LECTERN_LOG_LEVEL/)
    } finally {
      instance.remove()
    }
  })
})
