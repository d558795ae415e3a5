import { MockAgent } from "undici"
import { describe, expect, it } from "vitest"
import { makeAddressGuard } from "./address-guard.ts"
import { AddressRefused } from "./errors.ts"
import { guardedFetch, type GuardedFetchOptions } from "./guarded-fetch.ts"

const ORIGIN = "https://docs.example"

/** Fetches `/0` of a host that responds to each path once. */
async function fetchFrom(prepare: (host: ReturnType<MockAgent["get"]>) => void, more: Partial<GuardedFetchOptions>) {
  const agent = new MockAgent()
  agent.disableNetConnect()
  prepare(agent.get(ORIGIN))
  const signal = new AbortController().signal
  const response = await guardedFetch(`${ORIGIN}/0`, { guard: makeAddressGuard(), signal, dispatcher: agent, ...more })
  agent.assertNoPendingInterceptors()
  return response
}

/** Redirects from `/0` to the path with the number of redirects. */
const redirect = (host: ReturnType<MockAgent["get"]>, count: number) => {
  for (let at = 0; at < count; at++) {
    host.intercept({ path: `/${at}` }).reply(302, "", { headers: { location: `/${at + 1}` } })
  }
}

describe("redirects of a guarded fetch", () => {
  it("are followed five times", async () => {
    const response = await fetchFrom((host) => {
      redirect(host, 5)
      host.intercept({ path: "/5" }).reply(200, "here")
    }, {})

    expect(response.url).toBe(`${ORIGIN}/5`)
    await expect(fetchFrom((host) => redirect(host, 6), {})).rejects.toThrow("docs.example redirects more than 5 times")
  })

  it.each<[string, number, Record<string, string>, Partial<GuardedFetchOptions>]>([
    ["without an address", 302, {}, {}],
    ["that only name a related page", 201, { location: "/1" }, {}],
    ["that the caller handles", 302, { location: "/1" }, { redirects: "return" }],
  ])("%s are returned", async (_, status, headers, more) => {
    const response = await fetchFrom((host) => host.intercept({ path: "/0" }).reply(status, "", { headers }), more)

    expect([response.status, response.headers.get("location"), response.hasMoved]).toEqual([
      status,
      headers["location"],
      undefined,
    ])
  })

  it("to an invalid address are refused", async () => {
    const failing = fetchFrom(
      (host) => host.intercept({ path: "/0" }).reply(302, "", { headers: { location: "https://[" } }),
      {},
    )

    await expect(failing).rejects.toThrow(AddressRefused)
    await expect(failing).rejects.toThrow("docs.example redirects to an invalid address")
  })

  it.each([
    ["POST", 303, "GET", ""],
    ["POST", 302, "GET", ""],
    ["POST", 307, "POST", "text"],
    ["POST", 308, "POST", "text"],
    ["HEAD", 302, "HEAD", ""],
  ] as const)("turn %s after status %i into %s, with the body %j", async (method, status, expected, body) => {
    const response = await fetchFrom(
      (host) => {
        const first = method === "POST" ? { path: "/0", method, body: "text" } : { path: "/0", method }
        host.intercept(first).reply(status, "", { headers: { location: "/1" } })
        host
          .intercept({ path: "/1", method: expected })
          .reply(200, (request) => `${request.method} ${String(request.body ?? "")}`)
      },
      method === "POST" ? { method, body: "text" } : { method },
    )

    const text = Buffer.from(response.bytes).toString()
    expect(text).toBe(method === "HEAD" ? "" : `${expected} ${body}`)
  })
})
