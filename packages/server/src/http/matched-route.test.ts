import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startTestProgram, type TestProgram } from "./program.testing.ts"

/** Spellings of `/api` that a router could take for it. */
const SPELLINGS = ["/%61pi", "/%61%70%69", "//api", "/api/", "/API", "/Api", "/./api", "/x/../api", "/%2fapi", "/%41PI"]

const SEARCH = "/v2/libs/search?libraryName=otter"
const SIGN_IN = { name: "admin", password: "a wrong password" }
const MAX_REQUESTS = 3
const MAX_SIGN_INS = 2

/** The number of calls of which one is refused, even if the limit's minute ends between them. */
const enoughFor = (limit: number) => 2 * limit + 1
const isMissing = (status: number) => status === 404

describe("a request with an unusual spelling of its path", () => {
  let program: TestProgram
  beforeAll(async () => {
    program = await startTestProgram({
      environment: {
        LECTERN_RATE_LIMITS: "on",
        LECTERN_RATE_API: `anonymous=${MAX_REQUESTS}`,
        LECTERN_RATE_AUTH: `${MAX_SIGN_INS}`,
      },
    })
  })
  afterAll(() => program.remove())

  it.each(SPELLINGS)("%s is refused with a key that is not valid", async (spelling) => {
    const headers = { authorization: "Bearer lectern_wrong" }

    const { status } = await program.call({ url: `${spelling}${SEARCH}`, headers, remoteAddress: `192.0.2.1` })

    expect([401, 404, 429]).toContain(status)
  })

  it.each(SPELLINGS)("%s counts towards the rate limit", async (spelling) => {
    const remoteAddress = `198.51.100.${SPELLINGS.indexOf(spelling) + 1}`
    const statuses: number[] = []
    for (let count = 0; count < enoughFor(MAX_REQUESTS); count++)
      statuses.push((await program.call({ url: `${spelling}${SEARCH}`, remoteAddress })).status)

    expect(statuses.every(isMissing) || statuses.includes(429) || statuses.join()).toBe(true)
  })

  it.each(SPELLINGS)("%s counts towards the limit of signing in", async (spelling) => {
    const remoteAddress = `203.0.113.${SPELLINGS.indexOf(spelling) + 1}`
    const statuses: number[] = []
    for (let count = 0; count < enoughFor(MAX_SIGN_INS); count++) {
      const request = { method: "POST", url: `${spelling}/auth/sign-in`, payload: SIGN_IN, remoteAddress } as const
      statuses.push((await program.call(request)).status)
    }

    expect(statuses.every(isMissing) || statuses.includes(429) || statuses.join()).toBe(true)
  })

  it.each(SPELLINGS)("%s is refused when a page of another site signs in with it", async (spelling) => {
    const remoteAddress = `192.0.2.${SPELLINGS.indexOf(spelling) + 100}`
    const headers = { origin: "https://evil.example" }
    const request = {
      method: "POST",
      url: `${spelling}/auth/sign-in`,
      payload: SIGN_IN,
      headers,
      remoteAddress,
    } as const

    const { status } = await program.call(request)

    expect([403, 404]).toContain(status)
  })
})

describe("a closed instance", () => {
  let program: TestProgram
  beforeAll(async () => {
    program = await startTestProgram({
      environment: { LECTERN_API_KEY: "a-global-key-of-at-least-thirty-two-characters" },
    })
  })
  afterAll(() => program.remove())

  it.each(["/%61pi", "//api", "/API", "/api"])(
    "does not tell callers without a key which paths exist below %s",
    async (spelling) => {
      const { status } = await program.call({ url: `${spelling}/v2/nothing` })

      expect(status).toBe(401)
    },
  )

  it("answers liveness to everyone, however its path is encoded", async () => {
    const headers = { authorization: "Bearer lectern_wrong" }

    expect((await program.call({ url: "/%61pi/health", headers })).status).toBe(200)
  })
})
