import { getEventListeners } from "node:events"
import { MockAgent } from "undici"
import { describe, expect, it } from "vitest"
import { makeAddressGuard } from "./address-guard.ts"
import { guardedFetch, type GuardedFetchOptions } from "./guarded-fetch.ts"

const URL_OF_PAGE = "https://docs.example/page"

/** Creates a host that responds to each request once, in order, and a function that fetches from it. */
function aHost(...responses: readonly [status: number, body: string, headers?: Record<string, string>][]) {
  const agent = new MockAgent()
  agent.disableNetConnect()
  const pool = agent.get("https://docs.example")
  const anyRequest = { path: "/page", method: () => true }
  for (const [status, body, headers = {}] of responses) pool.intercept(anyRequest).reply(status, body, { headers })
  const signal = new AbortController().signal
  const fetchPage = (more: Partial<GuardedFetchOptions> = {}) =>
    guardedFetch(URL_OF_PAGE, { guard: makeAddressGuard(), signal, dispatcher: agent, ...more })
  return { pool, fetchPage }
}

const textOf = ({ bytes }: { readonly bytes: Uint8Array }) => Buffer.from(bytes).toString()

describe("the body of a guarded fetch", () => {
  it("may have exactly the maximum size", async () => {
    const { fetchPage } = aHost([200, "12345"], [200, "123456"])

    expect(textOf(await fetchPage({ maxBytes: 5 }))).toBe("12345")
    await expect(fetchPage({ maxBytes: 5 })).rejects.toThrow("docs.example sent more than 5 bytes")
  })

  it("is cut where the caller wants only its beginning", async () => {
    expect(textOf(await aHost([200, "123456"]).fetchPage({ maxBytes: 5, cutBody: true }))).toBe("12345")
  })

  it("is not read if the caller only wants the headers, even of a response without a body", async () => {
    const { fetchPage } = aHost([404, "text", { "x-word": "yes" }], [200, ""])

    const response = await fetchPage({ ignoreBody: true })
    expect([response.status, response.url, response.headers.get("x-word"), textOf(response)]).toEqual([
      404,
      URL_OF_PAGE,
      "yes",
      "",
    ])
    expect(textOf(await fetchPage({ method: "HEAD", ignoreBody: true }))).toBe("")
  })
})

describe("a guarded fetch", () => {
  it("does not repeat a POST", async () => {
    const { fetchPage } = aHost([503, "", { "retry-after": "0" }], [200, ""])

    expect((await fetchPage({ method: "POST" })).status).toBe(503)
  })

  it.each([
    ["seconds", "50"],
    ["a date", new Date(Date.now() + 3_600_000).toUTCString()],
  ])("returns the response if the host requires a long wait, given as %s", async (_, wait) => {
    expect((await aHost([503, "", { "retry-after": wait }], [200, ""]).fetchPage()).status).toBe(503)
  })

  it("doubles its wait with every retry if the host does not say how long to wait", async () => {
    const { pool, fetchPage } = aHost()
    const requestedAtMs: number[] = []
    for (const status of [503, 503, 200]) {
      pool.intercept({ path: "/page" }).reply(status, () => (requestedAtMs.push(performance.now()), ""))
    }

    await fetchPage()

    const [first = 0, second = 0, third = 0] = requestedAtMs
    // Only lower limits: a busy machine makes every wait longer. Timers may end a millisecond early.
    expect(second - first).toBeGreaterThan(490)
    expect(third - second).toBeGreaterThan(990)
  })

  it("stops waiting for a retry when the caller cancels it", async () => {
    const cancel = new AbortController()
    const { pool, fetchPage } = aHost()
    pool.intercept({ path: "/page" }).reply(503, () => (setImmediate(() => cancel.abort(new Error("enough"))), ""), {
      headers: { "retry-after": "20" },
    })

    await expect(fetchPage({ signal: cancel.signal })).rejects.toThrow("enough")
  })

  it("leaves no listener on the caller's signal", async () => {
    const { signal } = new AbortController()

    await aHost([200, ""]).fetchPage({ signal })

    expect(getEventListeners(signal, "abort")).toEqual([])
  })

  it("reports a lost connection and an unknown certificate authority with their causes", async () => {
    const { pool, fetchPage } = aHost()
    const failures = [
      new Error("closed"),
      Object.assign(new Error("self-signed"), { code: "SELF_SIGNED_CERT_IN_CHAIN" }),
    ]
    for (const failure of failures) pool.intercept({ path: "/page" }).replyWithError(failure)

    await expect(fetchPage()).rejects.toMatchObject({
      message: "docs.example did not respond or closed the connection",
      cause: { cause: failures[0] },
    })
    await expect(fetchPage()).rejects.toMatchObject({
      message: expect.stringContaining("unknown certificate authority") as string,
      cause: { cause: failures[1] },
    })
  })
})
