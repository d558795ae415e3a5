import { getEventListeners } from "node:events"
import { describe, expect, it } from "vitest"
import { ApiError, type Fetch, LecternClient, type LecternClientOptions } from "./index.ts"

const JOB_EVENT = `event: job\ndata: ${JSON.stringify({ id: "j1", state: "running", progress: {} })}\n\n`

/** Creates a client whose requests are answered by a function, and the list of the requested addresses. */
function aClient(respond: () => Response | Promise<Response>, options: Partial<LecternClientOptions> = {}) {
  const requested: string[] = []
  const fetch: Fetch = async (url, { signal }) => {
    requested.push(url)
    signal?.throwIfAborted()
    return respond()
  }
  return { client: new LecternClient({ url: "http://lectern.test", fetch, ...options }), requested }
}

const catchError = (call: Promise<unknown>): Promise<unknown> => call.then(() => undefined).catch((error) => error)

const listenersOf = ({ signal }: AbortController) => getEventListeners(signal, "abort").length

/** Creates a body that fails after its first bytes. */
function aBrokenBody(): ReadableStream<Uint8Array> {
  const chunks = [new TextEncoder().encode("[")]
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk === undefined) controller.error(new TypeError("terminated"))
      else controller.enqueue(chunk)
    },
  })
}

describe("sendRequest", () => {
  it("reports a success that is not JSON as a foreign response, without a retry", async () => {
    const { client, requested } = aClient(() => new Response("<h1>Sign in</h1>", { headers: { "x-request-id": "r1" } }))

    const error = await catchError(client.service.getHealth())

    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 200,
      code: "unknown_error",
      message: "unexpected response (status 200), probably not from Lectern: <h1>Sign in</h1>",
      requestId: "r1",
    })
    expect(requested).toHaveLength(1)
  })

  it("retries when the connection is lost while a body is read", async () => {
    const bodies = [aBrokenBody(), "[]"]
    const { client, requested } = aClient(() => new Response(bodies.shift()))

    await client.service.getHealth()

    expect(requested).toHaveLength(2)
  })

  it("throws the error of a callback for headers unchanged, without a retry", async () => {
    const { client, requested } = aClient(() => new Response("answer"))
    const failure = new Error("cannot write to the terminal")
    const onHeaders = () => {
      throw failure
    }

    const error = await catchError(client.readContextText({ libraryId: "/a/b", query: "q" }, { onHeaders }))

    expect(error).toBe(failure)
    expect(requested).toHaveLength(1)
  })

  it("throws the error of a callback for progress unchanged", async () => {
    const sendBody: Fetch = async (_url, { body }) => {
      // Reports the same error as Node's fetch when a request body fails.
      await new Response(body)
        .text()
        .catch((cause: unknown) => Promise.reject(new TypeError("fetch failed", { cause })))
      return new Response("{}", { status: 202 })
    }
    const { client } = aClient(() => new Response(), { fetch: sendBody })
    const failure = new Error("cannot draw the progress bar")
    const onProgress = () => {
      throw failure
    }

    const file = { path: "a.pdf", content: new Blob(["%PDF"]) }

    expect(await catchError(client.uploadPdf(file, { onProgress }))).toBe(failure)
  })

  it("throws the error of a request that cannot be serialized unchanged", async () => {
    const { client, requested } = aClient(() => new Response("{}"))
    const circular: { self?: unknown } = {}
    circular.self = circular
    // Not type-checked: no type of the contract is circular, but a caller's objects may be.
    const update = circular as Parameters<typeof client.admin.updateSettings>[0]

    const error = await catchError(client.admin.updateSettings(update))

    expect(error).toBeInstanceOf(TypeError)
    expect(requested).toHaveLength(0)
  })

  it("removes its listener from the caller's signal when a call ends", async () => {
    const controller = new AbortController()
    const { client } = aClient(() => new Response("{}"))

    await client.service.getHealth({ signal: controller.signal })

    expect(listenersOf(controller)).toBe(0)
  })

  it("removes its listener when a streamed call fails", async () => {
    const controller = new AbortController()
    const { client } = aClient(() => new Response("{}", { status: 404 }))

    expect(await catchError(client.admin.exportAudit({ signal: controller.signal }))).toBeInstanceOf(ApiError)

    expect(listenersOf(controller)).toBe(0)
  })

  it.each(["ends", "is cancelled", "fails"])("removes its listener when a streamed body %s", async (ending) => {
    const controller = new AbortController()
    const { client } = aClient(() => new Response(ending === "fails" ? aBrokenBody() : "line\n"))

    const body = await client.admin.exportAudit({ signal: controller.signal })
    expect(listenersOf(controller)).toBe(1)
    await (ending === "is cancelled" ? body.cancel() : catchError(new Response(body).text()))

    expect(listenersOf(controller)).toBe(0)
  })

  it("leaves no listener behind when a watched job reconnects", async () => {
    const controller = new AbortController()
    const { client, requested } = aClient(() => new Response(JOB_EVENT))
    const listeners = new Set<number>()

    for await (const event of client.watchJob("j1", { signal: controller.signal })) {
      expect(event.event).toBe("job")
      listeners.add(listenersOf(controller))
      if (requested.length === 2) break
    }

    expect(Math.max(...listeners)).toBeLessThanOrEqual(1)
    expect(listenersOf(controller)).toBe(0)
  })
})

describe("watchJob", () => {
  it.each([
    ["an event that is not JSON", "event: job\ndata: <h1>\n\n"],
    ["an event that is too large", `event: job\ndata: ${"x".repeat(5 * 2 ** 20)}\n\n`],
  ])("reports %s as a foreign response, without reconnecting", async (_, text) => {
    const { client, requested } = aClient(() => new Response(text))

    const error = await catchError(client.watchJob("j1").next())

    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: "unknown_error" })
    expect(requested).toHaveLength(1)
  })
})
