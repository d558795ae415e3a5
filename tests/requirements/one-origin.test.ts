import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ErrorBody, ROUTES } from "@lectern/contract"
import { startProgram, type Program } from "./program.ts"

let program: Program
beforeAll(async () => {
  program = await startProgram()
})
afterAll(() => program.close())

describe("one origin", () => {
  it("serves liveness, readiness and the liveness of the MCP server", async () => {
    const [health, ready, ping] = await Promise.all(
      ["/api/health", "/api/ready", "/ping"].map((path) => program.call("GET", path)),
    )

    expect([health?.status, ready?.status, ping?.status]).toEqual([200, 200, 200])
    expect(health?.json).toMatchObject({ status: "ok" })
    expect(ready?.json).toEqual({ status: "ready" })
    expect(ping?.json).toEqual({ status: "ok", message: "pong" })
  })

  it("shows a first page at its root", async () => {
    const page = await program.call("GET", "/")

    expect([page.status, page.headers["content-type"]]).toEqual([200, expect.stringContaining("text/html")])
  })

  it("describes itself as OpenAPI 3.1 in version 2.0.0, with every route that is served", async () => {
    const { json } = await program.call("GET", "/api/openapi.json")
    const document = json as {
      openapi: string
      info: { version: string }
      servers?: { url: string }[]
      paths: Record<string, object>
    }
    const bases = ["", "/api", ...(document.servers ?? []).map(({ url }) => url.replace(/\/$/, ""))]

    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info.version).toBe("2.0.0")
    for (const { path } of ROUTES) {
      if (!path.startsWith("/api/v")) continue
      const places = bases.map((base) => (path.startsWith(base) ? path.slice(base.length) : path))
      expect(
        places.some((place) => place in document.paths),
        path,
      ).toBe(true)
    }
  })

  it("shows the description as a readable page", async () => {
    const page = await program.call("GET", "/api/docs")

    expect(page.status).toBe(200)
    expect(page.headers["content-type"]).toContain("text/html")
    expect(page.text).toContain("/v2/context")
  })

  it.each([
    ["hosted-a", "github"],
    ["hosted-b", "gitlab"],
    ["hosted-c", "bitbucket"],
  ])("answers on the neutral path %s and on %s alike", async (neutral, product) => {
    const answers = await Promise.all(
      [neutral, product].map((word) =>
        program.call("POST", `/api/v2/add/repo/${word}`, { key: program.key, json: {} }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual([400, 400])
    expect(answers[0]?.json).toEqual(answers[1]?.json)
  })

  it("serves the versions of the API beside each other", async () => {
    const first = await program.call("POST", "/api/v1/refresh", { key: program.key, json: { libraryName: "/no/such" } })
    const second = await program.call("GET", "/api/v2/libs/search?libraryName=no")

    expect([first.status, second.status]).toEqual([404, 200])
  })

  it("sends an X-Request-Id of its own with every response", async () => {
    const paths = ["/api/health", "/api/nowhere", "/ping", "/api/v2/context", "/api/v2/libs/search?libraryName=a", "/"]
    const ids = await Promise.all(paths.map(async (path) => (await program.call("GET", path)).headers["x-request-id"]))

    expect(ids.every((id) => typeof id === "string" && id.length > 0)).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe("errors", () => {
  const big = JSON.stringify({ libraryName: "/a/b", padding: "x".repeat(12 * 2 ** 20) })
  const json = { "content-type": "application/json" }

  it.each([
    ["GET", "/api/nowhere", {}, 404, "not_found"],
    ["GET", "/api", {}, 404, "not_found"],
    ["GET", "/api/v2/%zz", {}, 400, "validation_error"],
    ["DELETE", "/api/v2/context", {}, 405, "method_not_allowed"],
    ["PUT", "/api/v2/add/repo/git", {}, 405, "method_not_allowed"],
    ["POST", "/api/v1/refresh", { headers: json, body: "{nope" }, 400, "validation_error"],
    ["POST", "/api/v1/refresh", { headers: json, body: "" }, 400, "validation_error"],
    ["POST", "/api/v1/refresh", { headers: json, body: "[]" }, 400, "validation_error"],
    [
      "POST",
      "/api/v1/refresh",
      { headers: { "content-type": "text/plain" }, body: "a" },
      415,
      "unsupported_media_type",
    ],
    ["POST", "/api/v1/refresh", { headers: json, body: big }, 413, "payload_too_large"],
    ["POST", "/api/v1/refresh", { json: { libraryName: "hono" } }, 400, "invalid_library_id"],
    ["POST", "/api/v1/refresh", { json: {} }, 400, "validation_error"],
    ["POST", "/api/v1/refresh", { json: { libraryName: "/no/such" } }, 404, "library_not_found"],
    ["GET", "/api/v2/context?libraryId=hono&query=a", {}, 400, "invalid_library_id"],
    ["GET", "/api/v2/context?query=a", {}, 400, "validation_error"],
    ["GET", "/api/v2/context?libraryId=/no/such", {}, 400, "validation_error"],
    ["GET", "/api/v2/context?libraryId=/no/such&query=a", {}, 404, "library_not_found"],
    ["GET", "/api/v2/libs/search", {}, 400, "validation_error"],
    ["GET", "/api/v2/libs/no/such", {}, 404, "library_not_found"],
    ["DELETE", "/api/v2/libs/no/such", {}, 404, "library_not_found"],
    ["GET", "/api/v2/jobs/none", {}, 404, "job_not_found"],
    ["GET", "/api/v2/jobs/none/events", {}, 404, "job_not_found"],
    ["POST", "/api/v2/jobs/none/cancel", {}, 404, "job_not_found"],
  ] as const)("%s %s answers its code and a message as JSON (%#)", async (method, path, options, status, code) => {
    const answer = await program.call(method, path, { key: program.key, ...options })

    expect(answer.headers["content-type"]).toMatch(/^application\/json/)
    expect([answer.status, ErrorBody.parse(answer.json).error]).toEqual([status, code])
  })

  it("say in lower case what was wrong, without a full stop", async () => {
    const { json: body } = await program.call("GET", "/api/v2/context?libraryId=/a/b&query=a&tokens=10")

    expect(ErrorBody.parse(body).message).toMatch(/^tokens.*[^.]$/)
  })
})
