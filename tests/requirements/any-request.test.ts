import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ErrorBody, ROUTES, type Route } from "@lectern/contract"
import { audienceOf } from "../../packages/server/src/access/permissions/permissions.ts"
import { startProgram, type Answer, type CallOptions, type Program } from "./program.ts"

/** Requests per route: the whole suite stays under ten seconds. */
const RUNS = 40

let program: Program
beforeAll(async () => {
  program = await startProgram()
})
afterAll(() => program.close())

const served = ROUTES.filter(({ operationId }) => operationId !== "updateUser")
const word = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 10 }),
  fc.constantFrom(
    "/a/b",
    "/a/b@1",
    "../..",
    "%00",
    "__proto__",
    "constructor",
    "0",
    "-1",
    "1e9",
    "true",
    "null",
    "x".repeat(600),
  ),
)
const query = fc.array(
  fc.tuple(
    fc.oneof(
      fc.constantFrom("libraryId", "libraryName", "query", "tokens", "type", "limit", "library", "version"),
      word,
    ),
    word,
  ),
  {
    maxLength: 6,
  },
)
const field = fc.oneof(
  fc.constantFrom("docsRepoUrl", "libraryName", "libraries", "name", "force", "branch", "folders", "gitToken"),
  word,
)
const body = fc.oneof(fc.jsonValue(), fc.dictionary(field, fc.oneof(word, fc.jsonValue()), { maxKeys: 6 }))
const credential = fc.constantFrom("key", "none", "wrong")

interface Given {
  readonly segment: string
  readonly query: readonly (readonly [string, string])[]
  readonly body: unknown
  readonly credential: string
}

async function send(route: Route, given: Given): Promise<Answer> {
  const path = route.path.replaceAll(
    /\{\w+\}/g,
    encodeURIComponent(given.segment.isWellFormed() ? given.segment : "x") || "x",
  )
  const parameters = new URLSearchParams(given.query.map(([name, value]): [string, string] => [name, value])).toString()
  const options: CallOptions = {
    ...(given.credential === "none" ? {} : { key: given.credential === "key" ? program.key : "lectern_wrong" }),
    ...(route.body === undefined ? {} : { json: given.body ?? null }),
  }
  return program.call(route.method, `${path}?${parameters}`, options)
}

/** Whether a key that is not valid is refused; signing in and health do not need one. */
function readsKeys(route: Route): boolean {
  const audience = audienceOf(route)
  return audience !== "everyone" && audience !== "signed"
}

describe("any request", () => {
  it.each(served.map((route) => [route.operationId, route] as const))(
    "to %s is answered as it should be or with a code and a message, and never breaks the service",
    async (_, route) => {
      await fc.assert(
        fc.asyncProperty(fc.record({ segment: word, query, body, credential }), async (given) => {
          const answer = await send(route, given)

          expect(answer.status).toBeLessThan(500)
          expect(answer.headers["x-request-id"]).toBeTypeOf("string")
          if (answer.status >= 400) expect(ErrorBody.parse(answer.json).message).not.toBe("")
          if (given.credential === "wrong" && readsKeys(route)) expect(answer.status).toBe(401)
        }),
        { numRuns: RUNS },
      )
    },
  )
})
