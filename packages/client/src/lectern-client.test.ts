import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { ApiError, LecternClient, RequestTimedOut, ServerUnreachable, type LecternClientOptions } from "./index.ts"

const servers: Server[] = []

afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    }),
  )
})

/** Starts a server with this listener, and a client of it. */
async function aClientOf(listener: RequestListener, options: Partial<LecternClientOptions> = {}) {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { client: new LecternClient({ url, ...options }), url, server }
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) {
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const aJob = (state: string) => ({ id: "j1", state, progress: {} })

describe("LecternClient", () => {
  it("sends the key, the surface and the query, and returns the answer", async () => {
    const seen: IncomingMessage[] = []
    const { client } = await aClientOf(
      (request, response) => {
        seen.push(request)
        sendJson(response, 200, { results: [], searchFilterApplied: false })
      },
      { apiKey: "lectern_k", source: "cli" },
    )

    const answer = await client.searchLibraries({ libraryName: "C++ & co", query: "how?" })

    expect(answer).toEqual({ results: [], searchFilterApplied: false })
    expect(seen[0]?.url).toBe("/api/v2/libs/search?libraryName=C%2B%2B+%26+co&query=how%3F")
    expect(seen[0]?.headers).toMatchObject({ authorization: "Bearer lectern_k", "x-lectern-source": "cli" })
  })

  it("accepts an address that ends in a slash or /api, and refuses an invalid one", async () => {
    const { url } = await aClientOf((request, response) => sendJson(response, 200, { path: request.url }))

    expect(await new LecternClient({ url: `${url}/` }).service.ping()).toEqual({ path: "/ping" })
    expect(await new LecternClient({ url: `${url}/api/` }).service.getHealth()).toEqual({ path: "/api/health" })
    expect(() => new LecternClient({ url: "localhost" })).toThrow(/not the address of a server/)
  })

  it("throws the server's error code, message and status, including for 202 and 301", async () => {
    const answers: [number, object][] = [
      [404, { error: "library_not_found", message: "no library /a/b" }],
      [202, { error: "library_not_finalized", message: "still processing" }],
      [301, { error: "library_redirected", message: "moved", redirectUrl: "/c/d" }],
    ]
    const { client } = await aClientOf((_request, response) => {
      const [status, body] = answers.shift() ?? [500, {}]
      sendJson(response, status, body, { "x-request-id": "r1" })
    })
    const ask = () => client.readContextText({ libraryId: "/a/b", query: "q" }).catch((error: unknown) => error)

    expect(await ask()).toMatchObject({
      status: 404,
      code: "library_not_found",
      message: "no library /a/b",
      requestId: "r1",
    })
    expect(await ask()).toMatchObject({ status: 202, code: "library_not_finalized" })
    expect(await ask()).toMatchObject({ status: 301, code: "library_redirected", redirectUrl: "/c/d" })
  })

  it("reports a response that is not from Lectern", async () => {
    const { client } = await aClientOf((_request, response) => response.writeHead(404).end("<h1>nginx</h1>"))

    const error = await client.service.ping().catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      code: "unknown_error",
      message: "unexpected response (status 404), probably not from Lectern: <h1>nginx</h1>",
    })
  })

  it("retries a GET after the delay in Retry-After, but never a POST", async () => {
    const calls: string[] = []
    const { client } = await aClientOf((request, response) => {
      calls.push(request.method ?? "")
      const isFirst = calls.length === 1 || request.method === "POST"
      sendJson(
        response,
        isFirst ? 503 : 200,
        { error: "internal_error", message: "busy" },
        isFirst ? { "retry-after": "0" } : {},
      )
    })

    await client.service.getHealth()
    await expect(client.refreshLibrary({ libraryName: "/a/b" })).rejects.toMatchObject({ status: 503 })

    expect(calls).toEqual(["GET", "GET", "POST"])
  })

  it("throws the error instead of retrying if Retry-After is too long", async () => {
    let calls = 0
    const { client } = await aClientOf((_request, response) => {
      calls++
      sendJson(response, 429, { error: "rate_limit_exceeded", message: "slow down" }, { "retry-after": "3600" })
    })

    await expect(client.service.getHealth()).rejects.toMatchObject({
      code: "rate_limit_exceeded",
      retryAfterSeconds: 3600,
    })
    expect(calls).toBe(1)
  })

  it("includes the URL in the error when the connection is refused", async () => {
    const { client, server, url } = await aClientOf(() => undefined, { maxRetries: 0 })
    await new Promise((resolve) => server.close(resolve))

    const error = await client.service.ping().catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(ServerUnreachable)
    expect(String(error)).toContain(`no server responds at ${url}: connect ECONNREFUSED`)
  })

  it("rejects after the time limit, and immediately when its signal fires", async () => {
    const { client } = await aClientOf(() => undefined)
    const controller = new AbortController()
    const reason = new Error("enough")

    const aborted = client.service.ping({ signal: controller.signal })
    controller.abort(reason)

    await expect(aborted).rejects.toBe(reason)
    await expect(client.service.ping({ timeoutMs: 20 })).rejects.toBeInstanceOf(RequestTimedOut)
    await expect(client.service.ping({ signal: controller.signal })).rejects.toBe(reason)
  })

  it("follows a job to its end over a lost connection", async () => {
    let connections = 0
    const { client } = await aClientOf((_request, response) => {
      connections++
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(`: hello\n\nevent: job\ndata: ${JSON.stringify(aJob("running"))}\n\n`)
      if (connections === 1) {
        response.end("event: log\n")
        return
      }
      response.end(`event: end\ndata: ${JSON.stringify(aJob("succeeded"))}\n\n`)
    })

    const events = []
    for await (const { event, data } of client.watchJob("j 1")) {
      events.push([event, "state" in data ? data.state : undefined])
    }

    expect(events).toEqual([
      ["job", "running"],
      ["job", "running"],
      ["end", "succeeded"],
    ])
  })

  it("stops following a job when its signal fires or the caller stops reading", async () => {
    let closed = 0
    const { client } = await aClientOf((_request, response) => {
      response.on("close", () => closed++)
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(`event: job\ndata: ${JSON.stringify(aJob("running"))}\n\n`)
    })
    const controller = new AbortController()
    const reason = new Error("enough")

    const watching = (async () => {
      for await (const event of client.watchJob("j1", { signal: controller.signal })) {
        expect(event.event).toBe("job")
        controller.abort(reason)
      }
    })()
    await expect(watching).rejects.toBe(reason)
    for await (const event of client.watchJob("j1")) {
      expect(event.event).toBe("job")
      break
    }

    await expect.poll(() => closed).toBe(2)
  })

  it("rejects immediately if the job does not exist", async () => {
    const { client } = await aClientOf((_request, response) =>
      sendJson(response, 404, { error: "job_not_found", message: "no job j1" }),
    )

    await expect(client.watchJob("j1").next()).rejects.toMatchObject({ code: "job_not_found" })
  })

  it("uploads a zip as a form and libraries as JSON, and downloads an export", async () => {
    const bodies: [type: string, text: string][] = []
    const { client } = await aClientOf((request, response) => {
      if (request.method === "GET") {
        response.writeHead(200, { "content-disposition": 'attachment; filename="a-b.zip"' }).end("PK-bytes")
        return
      }
      void readText(request).then((text) => {
        bodies.push([String(request.headers["content-type"]).split(";")[0] ?? "", text])
        sendJson(response, 202, { message: "queued", queued: ["/a/b"], skipped: [] })
      })
    })

    await client.importLibraries(new Blob(["PK-bytes"]), { force: true })
    const answer = await client.importLibraries([{ project: "/a/b" }])
    const exported = await client.exportLibrary("/a/b")

    expect(bodies[0]?.[0]).toBe("multipart/form-data")
    expect(bodies[0]?.[1]).toMatch(
      /name="force"\r\n\r\ntrue[\s\S]*name="bundleFile"; filename="libraries.zip"[\s\S]*PK-bytes/,
    )
    expect(bodies[1]).toEqual(["application/json", '{"libraries":[{"project":"/a/b"}]}'])
    expect(answer.queued).toEqual(["/a/b"])
    expect([exported.fileName, await new Response(exported.body).text()]).toEqual(["a-b.zip", "PK-bytes"])
  })

  it("rejects a library id that would resolve to another path", async () => {
    const { client } = await aClientOf((_request, response) => sendJson(response, 200, {}))

    await expect(client.getLibrary("/../b")).rejects.toThrow(/not a library id/)
    await expect(client.deleteLibrary("a/b")).rejects.toThrow(/not a library id/)
  })
})
