import { pathsOf, ROUTES, type Operation } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { aUserCaller } from "../access/identity/caller.testing.ts"
import { instancePolicyOf } from "../access/permissions/authorize.ts"
import { decidePermission, isOpenWhenClosed } from "../access/permissions/permissions.ts"
import { addMember, startTestProgram, type TestProgram } from "./program.testing.ts"

/** Other spellings of a path; a lenient router would take them for the path itself. */
const SPELLINGS: Readonly<Record<string, (path: string) => string>> = {
  "as it is": (path) => path,
  "with every first letter encoded": (path) =>
    path.replaceAll(/\/([a-z])/g, (_, letter: string) => `/${encoded(letter)}`),
  "with everything encoded": (path) => path.replaceAll(/[a-z]/g, encoded),
  "encoded twice": (path) => path.replace(/\/([a-z])/, (_, letter: string) => `/%25${encoded(letter).slice(1)}`),
  "with doubled slashes": (path) => path.replaceAll("/", "//"),
  "with an encoded slash": (path) => path.replace(/(?<=.)\//, "%2f"),
  "with a slash at its end": (path) => `${path}/`,
  "with an encoded dot": (path) => path.replace("/api", "/%2e/api"),
  "with dots": (path) => path.replace("/api", "/x/../api"),
  "in capitals": (path) => path.toUpperCase(),
  "with a semicolon": (path) => path.replace("/api", "/api;x=1"),
  "with a backslash": (path) => path.replace(/(?<=.)\//, "\\"),
  "with a fragment": (path) => `${path}%23`,
}
const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`

const CHECKED = ROUTES.filter(({ authentication }) => authentication === undefined)
const concrete = (path: string) => path.replaceAll(/\{[^}]+\}/g, "x1")
const GARBAGE = { headers: { "content-type": "application/json" }, payload: '{"nonsense":[1,2,3]}' }
const WRONG_KEY = { authorization: "Bearer lectern_this-is-not-a-key-of-this-instance-at-all" }

function garbageFor({ method }: Operation) {
  return method === "GET" ? { headers: {} } : GARBAGE
}

describe.each(Object.entries(SPELLINGS))("a path %s", (_, spell) => {
  let program: TestProgram
  beforeAll(async () => {
    program = await startTestProgram({ environment: { LECTERN_RATE_LIMITS: "on" } })
  })
  afterAll(() => program.remove())

  it("reaches no route that does not check the key, count the request and refuse foreign pages", async () => {
    const deviations: string[] = []
    for (const [at, route] of CHECKED.entries()) {
      for (const path of pathsOf(route)) {
        const url = spell(concrete(path))
        const { method } = route
        const remoteAddress = `10.0.${Math.floor(at / 200)}.${at % 200}`
        const headers = { ...garbageFor(route).headers, ...WRONG_KEY, origin: "http://evil.example" }
        const answer = await program.call({ ...garbageFor(route), method, url, headers, remoteAddress })
        if ([400, 404, 405].includes(answer.status) && url !== concrete(path)) continue
        const isCounted = answer.headers["ratelimit-limit"] !== undefined
        if (answer.status !== 401 || !isCounted) deviations.push(`${method} ${url}: ${answer.status} ${answer.text}`)
      }
    }

    expect(deviations).toEqual([])
  })
})

describe("a request that may not be made", () => {
  let program: TestProgram
  let closed: TestProgram
  let asMember: { readonly authorization: string }
  beforeAll(async () => {
    program = await startTestProgram()
    closed = await startTestProgram({ environment: { LECTERN_API_KEY: "the key of this instance" } })
    asMember = await addMember(program, "member")
  })
  afterAll(async () => {
    await program.remove()
    await closed.remove()
  })

  it("is refused before anything of it is validated", async () => {
    const policy = instancePolicyOf(program.context)
    const callers = [
      { caller: { kind: "anonymous" } as const, headers: {} },
      { caller: aUserCaller(), headers: asMember },
    ]
    const deviations: string[] = []
    for (const route of CHECKED) {
      for (const { caller, headers } of callers) {
        const decision = decidePermission(route.permissions[0], caller, policy)
        if (decision === "allowed") continue
        const url = `${concrete(route.path)}?nonsense=1`
        const garbage = garbageFor(route)
        const answer = await program.call({
          ...garbage,
          method: route.method,
          url,
          headers: { ...garbage.headers, ...headers },
        })
        const expected = decision === "invalid_api_key" ? 401 : 403
        if (answer.status !== expected) deviations.push(`${route.method} ${url} by ${caller.kind}: ${answer.text}`)
      }
    }

    expect(deviations).toEqual([])
  })

  it("is refused by a closed instance before anything of it is validated", async () => {
    const deviations: string[] = []
    for (const route of CHECKED.filter(({ permissions }) => !isOpenWhenClosed(permissions[0]))) {
      const { method, path } = route
      const { status, text } = await closed.call({ ...garbageFor(route), method, url: `${concrete(path)}?nonsense=1` })
      if (status !== 401) deviations.push(`${method} ${path}: ${text}`)
    }

    expect(deviations).toEqual([])
  })
})

describe("a body that is not what it says", () => {
  let program: TestProgram
  beforeAll(async () => {
    program = await startTestProgram()
    await program.context.live.changeAnonymous({ parse: true, delete: false })
  })
  afterAll(() => program.remove())

  it.each([
    ["without a boundary", "multipart/form-data", "x"],
    ["with an empty boundary", "multipart/form-data; boundary=", "x"],
    ["that ends too soon", "multipart/form-data; boundary=b", '--b\r\nContent-Disposition: form-data; name="f"'],
    ["with broken headers", "multipart/form-data; boundary=b", "--b\r\n\u0000\r\n\r\nx\r\n--b--"],
    ["with nothing in it", "multipart/form-data; boundary=b", ""],
  ])("%s is a 400 at every route that takes forms", async (_, type, payload) => {
    const { ADMIN_KEY } = await import("./program.testing.ts")
    const urls = ["add/file-upload", "add/pdf-upload", "add/openapi-upload", "import-libraries"]
    const answers = urls.map(async (url) => {
      const headers = { "content-type": type, authorization: `Bearer ${ADMIN_KEY}` }
      return (await program.call({ method: "POST", url: `/api/v2/${url}`, headers, payload })).status
    })

    expect(await Promise.all(answers)).toEqual(urls.map(() => 400))
  })

  it("of a question in 2,000 Chinese characters is answered", async () => {
    const url = await program.app.listen({ host: "127.0.0.1", port: 0 })
    const answer = await fetch(`${url}/api/v3/search?query=${encodeURIComponent("問".repeat(2_000))}`)

    expect([200, 404]).toContain(answer.status)
  })
})
