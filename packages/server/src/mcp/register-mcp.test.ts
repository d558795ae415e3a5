import { request as httpRequest } from "node:http"
import { connect } from "node:net"
import { API_KEY_HEADERS } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type McpApp, startMcpApp } from "./mcp-app.testing.ts"

let app: McpApp
let closedApp: McpApp

beforeAll(async () => {
  ;[app, closedApp] = await Promise.all([
    startMcpApp(),
    startMcpApp({ LECTERN_API_KEY: "the one key", LECTERN_PUBLIC_URL: "https://docs.corp.example" }),
  ])
})
afterAll(() => Promise.all([app.close(), closedApp.close()]))

const LIST = { jsonrpc: "2.0", id: 7, method: "tools/list" }

function send(body: unknown, headers: Record<string, string> = {}, url = app.url): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const given = { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers }
  return fetch(`${url}/mcp`, { method: "POST", headers: given, body: text })
}

/** Reads the one message, or the batch, of a response. */
async function messagesOf(response: Response): Promise<Record<string, unknown>[]> {
  expect(response.headers.get("content-type")).toMatch(/^application\/json/)
  return [(await response.json()) as Record<string, unknown> | Record<string, unknown>[]].flat()
}

/** Sends a request whose `Host` header does not name the server, which fetch would not. */
function statusWithHost(host: string, url = app.url): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${url}/mcp`, {
      method: "POST",
      headers: { host, "content-type": "application/json" },
    })
    request.on("response", (response) => resolve(response.resume().statusCode ?? 0)).on("error", reject)
    request.end(JSON.stringify(LIST))
  })
}

describe("GET /ping", () => {
  it("answers pong, on a closed instance as well", async () => {
    expect(await (await fetch(`${closedApp.url}/ping`)).json()).toEqual({ status: "ok", message: "pong" })
  })
})

describe("/mcp", () => {
  it("serves a request without any session before it", async () => {
    const response = await send(LIST)

    expect(response.status).toBe(200)
    expect(response.headers.get("mcp-session-id")).toBeNull()
    expect(response.headers.get("x-request-id")).toBeTruthy()
    expect(await messagesOf(response)).toEqual([
      expect.objectContaining({ id: 7, result: expect.objectContaining({ tools: expect.any(Array) }) }),
    ])
  })

  it("answers every request of a batch and accepts notifications without an answer", async () => {
    const batch = await messagesOf(
      await send([
        LIST,
        { jsonrpc: "2.0", method: "notifications/initialized" },
        { ...LIST, id: 8, method: "prompts/list" },
      ]),
    )
    const notification = await send({ jsonrpc: "2.0", method: "notifications/initialized" })

    expect(batch.map((message) => message["id"])).toEqual(expect.arrayContaining([7, 8]))
    expect([notification.status, await notification.text()]).toEqual([202, ""])
  })

  it.each([
    ["no JSON", "{", {}, 400, -32_700],
    ["nothing", "", {}, 400, -32_700],
    ["JSON that is no message", '{"hello":1}', {}, 400, -32_600],
    ["a type that is no JSON", LIST, { "content-type": "text/plain" }, 415, -32_000],
    ["a client that takes no event stream", LIST, { accept: "application/json" }, 406, -32_000],
    ["a protocol nobody knows", LIST, { "mcp-protocol-version": "1999-01-01" }, 400, -32_000],
    ["more than a megabyte", "x".repeat(2 ** 20 + 1), {}, 413, -32_000],
  ])("refuses %s as the protocol says", async (_what, body, headers, status, code) => {
    const response = await send(body, headers)

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code, message: expect.any(String) } })
  })

  it("tells of unknown methods and tools by the protocol's codes", async () => {
    const [method] = await messagesOf(await send({ ...LIST, method: "no/such" }))
    const [tool] = await messagesOf(await send({ ...LIST, method: "tools/call", params: { name: "no-such" } }))

    expect(method).toMatchObject({ id: 7, error: { code: -32_601 } })
    expect(tool).toMatchObject({ id: 7, error: { code: -32_602 } })
  })

  it.each(["GET", "DELETE", "PUT"])("answers %s with 405 and a protocol error", async (method) => {
    const response = await fetch(`${app.url}/mcp`, { method })

    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"])
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code: -32_000 } })
  })
})

describe("details that clients depend on", () => {
  it("works with a slash at the end, two slashes, and every type accepted", async () => {
    for (const [path, headers] of [
      ["/mcp/", {}],
      ["//mcp", {}],
      ["/mcp", { accept: "*/*" }],
    ] as const) {
      const response = await fetch(`${app.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: JSON.stringify(LIST),
      })

      expect([path, response.status]).toEqual([path, 200])
      expect(await messagesOf(response)).toHaveLength(1)
    }
    expect((await fetch(`${app.url}//api/v2/libs/search?libraryName=hono`)).status).toBe(200)
  })

  it("closes the connection if the client asks for it", async () => {
    const answer = await new Promise<{ connection: string | undefined; text: string }>((resolve, reject) => {
      const body = JSON.stringify(LIST)
      const { port } = new URL(app.url)
      let text = ""
      // The socket ends when the server closes it: the test would time out otherwise.
      const socket = connect(Number(port), "127.0.0.1", () =>
        socket.write(
          `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n` +
            `Accept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        ),
      )
      socket.on("data", (chunk) => (text += chunk.toString()))
      socket.on("error", reject)
      socket.on("close", () => resolve({ connection: /^connection: (.*)$/im.exec(text)?.[1], text }))
    })

    expect(answer.connection).toBe("close")
    expect(answer.text).toContain('"tools"')
  })

  it("tells clients that look for a sign-in which key is required", async () => {
    const registered = await fetch(`${closedApp.url}/register`, { method: "POST", body: "{}" })
    const metadata = await fetch(`${closedApp.url}/.well-known/oauth-protected-resource/mcp`)

    expect(registered.status).toBe(400)
    expect(await registered.json()).toMatchObject({
      error_description: expect.stringContaining("Authorization: Bearer"),
    })
    expect(metadata.status).toBe(404)
    expect(await metadata.json()).toMatchObject({ message: expect.stringContaining("API key") })
  })

  it("completes library identifiers", async () => {
    const params = {
      ref: { type: "ref/prompt", name: "query-docs" },
      argument: { name: "libraryId", value: "/hono" },
    }
    const [message] = await messagesOf(await send({ ...LIST, method: "completion/complete", params }))

    expect(message?.["result"]).toMatchObject({ completion: { values: ["/honojs/website"] } })
  })
})

describe("an address that names libraries", () => {
  const callAt = async (query: string, name: string, given: Record<string, unknown>, headers = {}) => {
    const response = await fetch(`${app.url}/mcp?${query}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify({ ...LIST, method: "tools/call", params: { name, arguments: given } }),
    })
    const [message] = await messagesOf(response)
    const result = message?.["result"] as { content: { text: string }[]; isError?: boolean }
    return [result.isError === true, result.content[0]?.text]
  }
  const OTHER = "libraries=/no/such,/docs/other"
  const OWN = "libraries=/docs/other,/HonoJS/website"

  it("holds every tool to them", async () => {
    const find = { libraryName: "hono", query: "validate" }
    const ask = { libraryId: "/honojs/website", query: "validate query parameters" }

    expect(await callAt(OWN, "resolve-library-id", find)).toEqual([false, expect.stringContaining("/honojs/website")])
    expect(await callAt(OTHER, "resolve-library-id", find)).toEqual([
      false,
      expect.stringContaining("No library matches"),
    ])
    expect(await callAt(OWN, "query-docs", ask)).toEqual([false, expect.stringContaining("validator")])
    expect(await callAt(OTHER, "query-docs", ask)).toEqual([
      true,
      "/honojs/website is not available here: this connection is limited to /no/such, /docs/other",
    ])
    for (const given of [
      { query: "validate query parameters" },
      { query: "validate", libraries: ["/honojs/website"] },
      { query: "validate", libraries: ["hono"] },
    ]) {
      expect(await callAt(OWN, "search-docs", given)).toEqual([
        false,
        expect.stringContaining("Library: /honojs/website"),
      ])
      expect(await callAt(OTHER, "search-docs", given)).toEqual([true, expect.stringContaining("no library matches")])
    }
  })

  it("lets nothing be added and no other library be refreshed or watched", async () => {
    const withKey = { "x-api-key": app.key }
    const limited = [true, expect.stringContaining("this connection is limited to")]

    expect(await callAt(OWN, "add-library", { url: "https://github.com/a/b" }, withKey)).toEqual(limited)
    expect(await callAt(OTHER, "refresh-library", { libraryId: "/honojs/website" }, withKey)).toEqual(limited)
    expect(await callAt(OTHER, "job-status", { libraryId: "/honojs/website" }, withKey)).toEqual(limited)
  })

  it.each([
    ["libraries=", '"" is not a library identifier. Use /owner/repo'],
    ["libraries=hono", '"hono" is not a library identifier. Use /owner/repo'],
    ["libraries=/a/b,,/c/d", '"" is not a library identifier'],
    ["libraries=/a/b/v1", "Remove the version: /a/b"],
    [
      `libraries=${Array.from({ length: 51 }, (_, at) => `/a/${at}`).join(",")}`,
      "libraries: at most 50 are allowed, got 51",
    ],
  ])("is refused where it is malformed: %s", async (query, problem) => {
    const response = await fetch(`${app.url}/mcp?${query}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify(LIST),
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      jsonrpc: "2.0",
      error: { message: expect.stringContaining(problem) },
    })
  })
})

describe("who may use /mcp", () => {
  it.each([...API_KEY_HEADERS, "Authorization"])("a key in %s", async (header) => {
    const withKey = await send(LIST, { [header]: "the one key" }, closedApp.url)
    const wrong = await send(LIST, { [header]: "another key" }, closedApp.url)

    expect([withKey.status, wrong.status]).toEqual([200, 401])
    await withKey.text()
  })

  it("nobody without a key once LECTERN_API_KEY is set, nobody with a wrong one ever", async () => {
    for (const response of [await send(LIST, {}, closedApp.url), await send(LIST, { "x-api-key": "wrong" })]) {
      expect(response.status).toBe(401)
      expect(response.headers.get("www-authenticate")).toContain("Bearer")
      expect(await response.json()).toEqual({ error: "invalid_api_key", message: expect.any(String) })
    }
  })
})

describe("pages and foreign names", () => {
  it("lets pages of this machine in and tells them so", async () => {
    const preflight = await fetch(`${closedApp.url}/mcp`, {
      method: "OPTIONS",
      headers: { origin: "http://localhost:6274" },
    })
    const response = await send(LIST, { origin: "http://localhost:6274" })

    expect(preflight.status).toBe(204)
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Authorization")
    expect(response.headers.get("access-control-allow-origin")).toBe("http://localhost:6274")
    await response.text()
  })

  it("refuses pages of other sites and names that were bound to this machine", async () => {
    const foreign = await send(LIST, { origin: "https://evil.example" })

    expect([foreign.status, await statusWithHost("evil.example"), await statusWithHost("localhost")]).toEqual([
      403, 403, 406,
    ])
    // Past the door it is the key that is missing.
    expect(await statusWithHost("docs.corp.example", closedApp.url)).toBe(401)
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull()
    expect(await foreign.json()).toMatchObject({ jsonrpc: "2.0", error: { code: -32_000 } })
  })
})
