import { afterEach, describe, expect, it } from "vitest"
import { manualClock } from "../../packages/server/src/base/manual-clock.testing.ts"
import { startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"

const SEARCH = "/api/v2/libs/search?libraryName=otter&query=otter"

/** Stands still, so that no window ends during a test. */
const CLOCK = manualClock(1_800_000_000_000)

let program: TestProgram | undefined
afterEach(() => program?.remove())

async function behind(proxies: string): Promise<(from: string, forwarded?: string) => Promise<number>> {
  const environment = {
    LECTERN_RATE_LIMITS: "on",
    LECTERN_RATE_API: "anonymous=1000",
    LECTERN_TRUSTED_PROXIES: proxies,
  }
  const started = await startTestProgram({ environment, clock: CLOCK })
  program = started
  return async (remoteAddress, forwarded) => {
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded }
    const { headers: answered } = await started.call({ url: SEARCH, remoteAddress, headers })
    return Number(answered["ratelimit-remaining"])
  }
}

describe("the address of a client", () => {
  it("is the connection's own when no proxy is trusted, whatever the headers say", async () => {
    const left = await behind("")

    expect(await left("192.0.2.7", "198.51.100.1")).toBe(999)
    expect(await left("192.0.2.7", "198.51.100.2")).toBe(998)
  })

  it("is read behind a trusted proxy, from the right, up to the first that is not trusted", async () => {
    const left = await behind("10.0.0.0/8, 2001:db8::/32")

    expect(await left("10.1.2.3", "198.51.100.1")).toBe(999)
    expect(await left("10.1.2.3", "203.0.113.9, 198.51.100.1")).toBe(998)
    expect(await left("10.1.2.3", "203.0.113.9, 198.51.100.1, 10.9.9.9")).toBe(997)
    expect(await left("2001:db8::5", "198.51.100.1")).toBe(996)
    expect(await left("::ffff:10.1.2.3", "198.51.100.1:50001")).toBe(995)
    expect(await left("10.1.2.3", "203.0.113.9")).toBe(999)
  })

  it("is not what anybody but a trusted proxy says, a neighbour of it included", async () => {
    const left = await behind("10.0.0.1")

    expect(await left("10.0.0.2", "198.51.100.1")).toBe(999)
    expect(await left("10.0.0.2", "198.51.100.2")).toBe(998)
    expect(await left("198.51.100.1")).toBe(999)
  })

  it("is one for all that a proxy writes which is no address, and costs nobody else", async () => {
    const left = await behind("10.0.0.1")

    expect(await left("10.0.0.1", "unknown")).toBe(999)
    expect(await left("10.0.0.1", "x".repeat(5_000))).toBe(998)
    expect(await left("10.0.0.1", "198.51.100.1")).toBe(999)
  })

  it("names what is no list of addresses at start", async () => {
    await expect(behind("10.0.0.0/99")).rejects.toThrow(/LECTERN_TRUSTED_PROXIES: .* must be a list/)
    await expect(behind("localhost")).rejects.toThrow(/LECTERN_TRUSTED_PROXIES: .* must be a list/)
  })
})

describe("the country that a proxy names", () => {
  it("counts from trusted proxies only, where there are any", async () => {
    const environment = { LECTERN_COUNTRY_HEADER: "CF-IPCountry", LECTERN_TRUSTED_PROXIES: "10.0.0.1" }
    const started = await startTestProgram({ environment })
    program = started
    let seen: unknown
    const { countries } = started.context
    started.app.addHook("preHandler", async ({ headers }) => void (seen = headers[countries.header ?? ""]))
    const ask = async (remoteAddress: string) => {
      const headers = { "cf-ipcountry": "SE", "x-forwarded-for": "198.51.100.1" }
      await started.call({ url: SEARCH, remoteAddress, headers })
      return seen
    }

    expect(await ask("10.0.0.1")).toBe("SE")
    expect(await ask("192.0.2.7")).toBeUndefined()
  })
})
