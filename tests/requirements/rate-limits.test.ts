import type { AddressInfo } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { LecternClient, LecternError } from "@lectern/client"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { afterEach, describe, expect, it } from "vitest"
import { manualClock } from "../../packages/server/src/base/manual-clock.testing.ts"
import {
  aBundle,
  ADMIN_KEY,
  asAdmin,
  startTestProgram,
  type TestProgram,
} from "../../packages/server/src/http/program.testing.ts"
import { authorize } from "../../packages/server/src/access/permissions/authorize.ts"
import { createKeyFor } from "../../packages/server/src/service/people/keys.ts"
import { makeMember, makeTeamspace } from "./teamspaces.ts"

const SEARCH = "/api/v2/libs/search?libraryName=otter&query=otter"
const PING = { jsonrpc: "2.0", id: 1, method: "tools/list" }
const MCP_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" }

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** Stands still, so that no window ends during a test. */
const CLOCK = manualClock(1_800_000_000_000)

/** A program with limits. */
async function limited(environment: Record<string, string> = {}, dataDir?: string): Promise<TestProgram> {
  const program = await startTestProgram({
    environment: { LECTERN_RATE_LIMITS: "on", LECTERN_RATE_API: "anonymous=3", ...environment },
    clock: CLOCK,
    ...(dataDir === undefined ? {} : { dataDir }),
  })
  cleanUps.push(() => (dataDir === undefined ? program.remove() : program.close()))
  return program
}

describe("a used-up limit", () => {
  it("answers 429 over REST with all headers, and allowed answers say what is left", async () => {
    const program = await limited({ LECTERN_ALLOWED_ORIGINS: "*" })

    const answers = []
    for (let at = 0; at < 4; at++) answers.push(await program.call({ url: SEARCH }))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers.map(({ headers }) => headers["ratelimit-remaining"])).toEqual(["2", "1", "0", "0"])
    const refused = answers[3]
    expect(refused?.json).toEqual({
      error: "rate_limit_exceeded",
      message: expect.stringMatching(/limit of 3 is used up\. Try again in \d+ s, or send an API key/),
    })
    expect(refused?.headers["ratelimit-limit"]).toBe("3")
    const waitSeconds = Number(refused?.headers["retry-after"])
    expect(waitSeconds).toBeGreaterThan(0)
    expect(waitSeconds).toBeLessThanOrEqual(60)
    expect(refused?.headers["ratelimit-reset"]).toBe(String(waitSeconds))
    expect(refused?.headers["access-control-expose-headers"]).toContain("RateLimit-Reset")
  })

  it("is raised by a key, and health, readiness and ping have none", async () => {
    const program = await limited()
    for (let at = 0; at < 4; at++) await program.call({ url: SEARCH })

    expect((await program.call({ url: SEARCH, headers: asAdmin })).headers["ratelimit-limit"]).toBe("3000")
    for (const url of ["/api/health", "/api/ready", "/ping"]) {
      for (let at = 0; at < 5; at++) {
        const answer = await program.call({ url })
        expect([url, answer.status, answer.headers["ratelimit-limit"]]).toEqual([url, 200, undefined])
      }
    }
  })

  it("counts tool calls over MCP, not handshakes, and answers the ones over the limit as tool results", async () => {
    const program = await limited({ LECTERN_RATE_MCP: "anonymous=2" })
    await program.app.listen({ host: "127.0.0.1", port: 0 })
    const { port } = program.app.server.address() as AddressInfo
    const client = new Client({ name: "test", version: "1" })
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)))
    cleanUps.push(() => client.close())
    const call = { jsonrpc: "2.0", id: 41, method: "tools/call", params: { name: "resolve-library-id", arguments: {} } }
    const post = (payload: object) => program.call({ method: "POST", url: "/mcp", headers: MCP_HEADERS, payload })

    for (let count = 0; count < 5; count++) expect((await post(PING)).status).toBe(200)
    const [first] = [await post(call), await post(call)]
    const over = await post(call)

    expect([first.status, first.headers["ratelimit-limit"], first.headers["ratelimit-remaining"]]).toEqual([
      200,
      "2",
      "1",
    ])
    expect([over.status, over.headers["ratelimit-remaining"]]).toEqual([200, "0"])
    expect(Number(over.headers["retry-after"])).toBeGreaterThan(0)
    expect(over.text).toMatch(/"id":41/)
    expect(over.text).toMatch(/"isError":true/)
    const result = await client.callTool({ name: "query-docs", arguments: { libraryId: "/a/b", query: "x" } })
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("too many requests") }] })
  })

  it("of adding and of refreshing is one of its own, over REST and MCP together", async () => {
    const program = await limited({ LECTERN_RATE_ADD: "key=2", LECTERN_RATE_REFRESH: "key=1" })
    const add = (at: number) =>
      program.call({
        method: "POST",
        url: "/api/v2/import-libraries",
        headers: asAdmin,
        payload: { libraries: [aBundle(`/owner/lib${at}`)] },
      })
    const tool = (name: string, given: object) =>
      program.call({
        method: "POST",
        url: "/mcp",
        headers: { ...MCP_HEADERS, ...asAdmin },
        payload: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } },
      })
    const refresh = () =>
      program.call({
        method: "POST",
        url: "/api/v1/refresh",
        headers: asAdmin,
        payload: { libraryName: "/owner/lib1" },
      })

    expect((await add(1)).status).toBe(202)
    expect((await add(2)).status).toBe(202)
    expect((await add(3)).status).toBe(429)
    const overMcp = await tool("add-library", { url: "https://127.0.0.1/a/b.git" })
    expect([overMcp.status, overMcp.text]).toEqual([200, expect.stringContaining("too many requests")])
    expect((await refresh()).status).not.toBe(429)
    expect((await refresh()).status).toBe(429)
    expect((await program.call({ url: SEARCH, headers: asAdmin })).status).toBe(200)
  })

  it("of signing in counts for the address, and failed passwords say all headers as well", async () => {
    const program = await limited({ LECTERN_RATE_AUTH: "12" })
    const attempt = () =>
      program.call({
        method: "POST",
        url: "/api/auth/sign-in",
        headers: { origin: "http://localhost:80" },
        payload: { name: "admin", password: "a wrong password" },
      })

    const statuses = []
    let tooMany = await attempt()
    while (tooMany.status === 401) {
      statuses.push(401)
      tooMany = await attempt()
    }

    expect([statuses.length, tooMany.status]).toEqual([10, 429])
    for (const name of ["retry-after", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"]) {
      expect(tooMany.headers[name]).toBeDefined()
    }
    await attempt()
    expect((await attempt()).headers["ratelimit-limit"]).toBe("12")
    expect((await program.call({ url: SEARCH })).status).toBe(200)
  })

  it("counts wrong keys for the address", async () => {
    const program = await limited()
    const tryKey = (at: number) => program.call({ url: SEARCH, headers: { authorization: `Bearer wrong${at}` } })

    const statuses = []
    for (let at = 0; at < 4; at++) statuses.push((await tryKey(at)).status)

    expect(statuses).toEqual([401, 401, 401, 429])
  })

  it("is told by the client of the API with its code and its time", async () => {
    const program = await limited()
    await program.app.listen({ host: "127.0.0.1", port: 0 })
    const { port } = program.app.server.address() as AddressInfo
    const client = new LecternClient({ url: `http://127.0.0.1:${port}`, maxRetries: 0 })
    for (let at = 0; at < 3; at++) await program.call({ url: SEARCH })

    const refused = await client.searchLibraries({ libraryName: "otter", query: "otter" }).catch((error) => error)

    expect(refused).toBeInstanceOf(LecternError)
    expect(refused).toMatchObject({ code: "rate_limit_exceeded", status: 429 })
    expect(refused.retryAfterSeconds).toBeGreaterThan(0)
  })

  it("is shared by two processes on one data directory", async () => {
    const one = await limited({ LECTERN_RATE_API: "anonymous=40" })
    const two = await limited({ LECTERN_RATE_API: "anonymous=40" }, one.dataDir)

    let allowed = 0
    for (let at = 0; at < 60; at++) {
      for (const program of [one, two]) if ((await program.call({ url: SEARCH })).status === 200) allowed++
      // Processes tell each other what they counted after a moment.
      if (at % 4 === 3) await delay(20)
    }

    expect(allowed).toBeGreaterThanOrEqual(40)
    expect(allowed).toBeLessThanOrEqual(48)
  })

  it("does not hold in the self-hosted edition unless it is switched on", async () => {
    const off = await startTestProgram({ environment: { LECTERN_RATE_LIMITS: "", LECTERN_RATE_API: "anonymous=1" } })
    cleanUps.push(() => off.remove())

    for (let at = 0; at < 5; at++) {
      const answer = await off.call({ url: SEARCH })
      expect([answer.status, answer.headers["ratelimit-limit"]]).toEqual([200, undefined])
    }
  })
})

describe("in the hosted edition", () => {
  it("a caller without a key has a low limit by address, a key one by its plan, whoever's keys they are", async () => {
    const program = await limited({ LECTERN_EDITION: "hosted", LECTERN_RATE_LIMITS: "", LECTERN_RATE_API: "team=2" })
    const teamspaceKey = await makeTeamspace(program, "Otters")
    const ann = await makeMember(program, teamspaceKey, { name: "ann", role: "developer" })
    const ben = await makeMember(program, teamspaceKey, { name: "ben", role: "developer" })
    const limitOf = async (headers: Record<string, string>) => {
      const answer = await program.call({ url: SEARCH, headers })
      return [answer.status, answer.headers["ratelimit-limit"]]
    }

    expect(await limitOf({})).toEqual([200, "60"])
    expect(await limitOf(ann.headers)).toEqual([200, "2"])
    await limitOf(ann.headers)
    expect(await limitOf(ann.headers)).toEqual([429, "2"])
    expect(await limitOf(ben.headers)).toEqual([200, "2"])
  })

  it("all keys of a person together have twice the limit of one", async () => {
    const program = await limited({ LECTERN_RATE_API: "key=2" })
    const keys = [ADMIN_KEY]
    for (const name of ["second", "third"]) {
      const { context } = program
      const admin = await context.catalogue.users.byName("admin")
      const made = await createKeyFor(context, authorize(context, { kind: "system" }, "manageKeysOfOthers"), {
        name,
        userName: admin?.name ?? "",
      })
      keys.push(made.key)
    }

    const statuses = []
    for (const key of keys) {
      for (let at = 0; at < 2; at++) {
        statuses.push((await program.call({ url: SEARCH, headers: { authorization: `Bearer ${key}` } })).status)
      }
    }

    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  })
})
