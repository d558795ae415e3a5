import { execFileSync } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connect } from "node:net"
import type { AddressInfo } from "node:net"
import { ERROR_CODES, ErrorBody, isErrorCode } from "@lectern/contract"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { IndexUnreadable } from "@lectern/engine"
import { BlobDamaged, BlobMissing } from "../blobs/errors.ts"
import { LibraryRedirected } from "../service/errors.ts"
import { buildHttpApp } from "./build-http-app.ts"
import { problemOf, toProblem } from "./serving/problems.ts"
import { asAdmin, startTestProgram, type TestProgram } from "./program.testing.ts"

let program: TestProgram
let port: number
beforeAll(async () => {
  program = await startTestProgram()
  await program.app.listen({ host: "127.0.0.1", port: 0 })
  port = (program.app.server.address() as AddressInfo).port
})
afterAll(() => program.remove())

/** Sends bytes as they are and reads until the server closes. */
function sendRaw(text: string): Promise<{ status: number; body: string; head: string }> {
  return new Promise((resolve, reject) => {
    let answer = ""
    const socket = connect(port, "127.0.0.1", () => socket.write(text))
    socket.setEncoding("utf8")
    socket.on("data", (chunk: string) => (answer += chunk))
    socket.on("error", reject)
    socket.on("close", () => {
      const [head = "", body = ""] = answer.split("\r\n\r\n")
      resolve({ status: Number(head.split(" ")[1]), head, body })
    })
  })
}

describe("errors", () => {
  it("are not logged for clients that go away while they send a body", async () => {
    const failures: unknown[] = []
    const { log } = program.context
    const error = log.error.bind(log)
    log.error = (...given: unknown[]) => void failures.push(given)
    const bodies = ["/mcp", "/api/v2/import-libraries"].map(
      (path) =>
        new Promise<void>((resolve) => {
          const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: */*\r\n`
          const { authorization } = asAdmin
          const socket = connect(port, "127.0.0.1", () => {
            socket.write(`${head}Authorization: ${authorization}\r\nContent-Length: 5000\r\n\r\n{"a":`, () =>
              socket.destroy(),
            )
          })
          socket.once("close", () => resolve())
        }),
    )
    await Promise.all(bodies)
    // A whole request through the same server: what came before has been noticed by then.
    await sendRaw(`GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
    log.error = error

    expect(failures).toEqual([])
  })

  it("have one status each", () => {
    const statuses = Object.keys(ERROR_CODES)
      .filter(isErrorCode)
      .map((code) => problemOf(code, "").status)

    expect(statuses.every((status) => status >= 202)).toBe(true)
    expect(problemOf("rate_limit_exceeded", "").status).toBe(429)
  })

  it("carry the new identifier of a library that has moved, and no Location", () => {
    const problem = toProblem(new LibraryRedirected("/a/b", "/c/d"))

    expect(problem).toMatchObject({ status: 301, body: { error: "library_redirected", redirectUrl: "/c/d" } })
    expect(problem.headers).not.toHaveProperty("location")
  })

  it.each([new Error("/srv/secret/path exploded"), new BlobMissing("abc"), "a thrown word", undefined])(
    "tell nothing of a failure of ours: %s",
    (thrown) => {
      const { status, body } = toProblem(thrown)

      expect([status, body.error]).toEqual([500, "internal_error"])
      expect(body.message).not.toMatch(/secret|abc|word/)
    },
  )

  it.each([new BlobMissing("abc"), new BlobDamaged("abc"), new IndexUnreadable("/srv/secret/path")])(
    "say how to rebuild a file that is lost, because trying again would fail: %s",
    (thrown) => {
      const { status, body } = toProblem(thrown)

      expect([status, body.error]).toEqual([500, "internal_error"])
      expect(body.message).toContain("Refresh the library to rebuild it")
      expect(body.message).not.toMatch(/secret|abc|Try again/)
    },
  )

  it.each([
    ["GET / HTTP/9.9\r\n\r\n", 400],
    ["nonsense\r\n\r\n", 400],
    ["GET /api/health HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n", 400],
    ["POST /api/v1/refresh HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
    [`GET /api/health HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(70_000)}\r\n\r\n`, 431],
    [`GET /api/${"x".repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ["GET /api/nowhere HTTP/1.1\r\nConnection: close\r\n\r\n", 404],
    ["GET /api/health HTTP/1.1\r\nHost: a\r\nExpect: magic\r\nConnection: close\r\n\r\n", 417],
    ["CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n", 405],
    ["PROPFIND /api/v2/jobs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 404],
  ])("of the HTTP parser are answered like all others (%#)", async (text, status) => {
    const answer = await sendRaw(text)

    expect([answer.status, ErrorBody.safeParse(JSON.parse(answer.body)).success]).toEqual([status, true])
    expect(answer.head.toLowerCase()).toContain("content-type: application/json")
    expect(answer.head.toLowerCase()).toContain("x-request-id: ")
  })

  it("name the methods that a path knows", async () => {
    const answer = await program.call({ method: "PUT", url: "/api/v2/libs/a/b", headers: asAdmin })

    expect([answer.status, answer.headers["allow"]]).toEqual([405, "GET, HEAD, PATCH, DELETE, OPTIONS"])
  })

  it("answer 504 when a request takes longer than allowed", async () => {
    const slow = await startTestProgram({ environment: { LECTERN_REQUEST_TIMEOUT_SECONDS: "1" } })
    const app = await buildHttpApp(slow.context, async (scope) => {
      scope.get("/api/never", () => new Promise(() => undefined))
      scope.post("/api/never", () => new Promise(() => undefined))
    })

    const answers = await Promise.all(
      (["GET", "POST"] as const).map((method) =>
        app.inject({ method, url: "/api/never", ...(method === "POST" ? { payload: { a: 1 } } : {}) }),
      ),
    )

    expect(answers.map((answer) => [answer.statusCode, answer.json<ErrorBody>().error])).toEqual([
      [504, "timeout"],
      [504, "timeout"],
    ])
    await app.close()
    await slow.remove()
  })

  it("answer 503 with Retry-After until the store answers", async () => {
    const starting = {
      ...program.context,
      catalogue: { ...program.context.catalogue, isReady: () => Promise.resolve(false) },
    }
    const app = await buildHttpApp(starting, async () => undefined)

    const answer = await app.inject({ url: "/api/ready" })

    expect([answer.statusCode, answer.json<ErrorBody>().error]).toEqual([503, "internal_error"])
    expect(answer.headers["retry-after"]).toBeDefined()
    await app.close()
  })

  // A disk small enough to fill has to be mounted, which only root may do.
  it.runIf(process.getuid?.() === 0)("name a full disk where readiness is asked for", async () => {
    const disk = await mkdtemp(join(tmpdir(), "lectern-full-"))
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk])
    const settings = { ...program.context.settings, LECTERN_DATA_DIR: disk }
    const app = await buildHttpApp({ ...program.context, settings }, async () => undefined)

    const answer = await app.inject({ url: "/api/ready" })

    expect(answer.statusCode).toBe(503)
    expect(answer.json<ErrorBody>().message).toContain("no space left in the data directory")
    await app.close()
    execFileSync("umount", [disk])
    await rm(disk, { recursive: true })
  })
})

describe("requests of any kind", () => {
  const words = [
    "api",
    "v1",
    "v2",
    "v3",
    "libs",
    "search",
    "context",
    "jobs",
    "add",
    "repo",
    "git",
    "github",
    "refresh",
    "keys",
  ]
  const segment = fc.oneof(
    fc.constantFrom(...words),
    fc.string({ maxLength: 12 }),
    fc.constantFrom("..", "%00", "%", "%ff", "@", "a/b", "import-libraries", "export", "events", "cancel"),
  )
  const path = fc.array(segment, { maxLength: 7 }).map((parts) => `/api/${parts.join("/")}`)
  const query = fc.dictionary(
    fc.constantFrom("libraryId", "query", "libraryName", "tokens", "limit", "type", "cursor", "x"),
    fc.string({ maxLength: 40 }),
  )
  const method = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD")
  const body = fc.oneof(
    fc.constant(undefined),
    fc.string(),
    fc.json(),
    fc.json().map((text) => `{"libraries":[${text}]}`),
  )
  const type = fc.constantFrom(
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/x-www-form-urlencoded",
    "",
  )

  it("never get HTML, an empty body or a failure of ours", async () => {
    await fc.assert(
      fc.asyncProperty(
        path,
        query,
        fc.record({ method, body, type, isAdmin: fc.boolean() }),
        async (url, parameters, request) => {
          const { pathname } = new URL(url, "http://a")
          if (!pathname.startsWith("/api/") || /^\/api\/docs\/?$/.test(pathname)) return
          const answer = await program.call({
            method: request.method,
            url: `${url}?${new URLSearchParams(parameters).toString()}`,
            headers: {
              ...(request.isAdmin ? asAdmin : {}),
              ...(request.type === "" ? {} : { "content-type": request.type }),
            },
            ...(request.body === undefined ? {} : { payload: request.body }),
          })

          expect(answer.status).toBeLessThan(500)
          expect(answer.headers["x-request-id"]).toBeTruthy()
          if (request.method === "HEAD" || answer.status === 204) return
          expect(answer.text).not.toBe("")
          expect(String(answer.headers["content-type"])).toMatch(/^(application\/json|text\/plain|text\/event-stream)/)
          if (answer.status >= 400) expect(ErrorBody.safeParse(answer.json).success).toBe(true)
        },
      ),
      { numRuns: 400 },
    )
  }, 60_000)
})
