import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { FIRST_READING_RULES } from "../../server/src/service/policies.ts"
import type { LibraryAccess } from "../../server/src/catalogue/records.ts"
import type { TestProgram } from "../../server/src/http/program.testing.ts"
import { countQuestions } from "./count-questions.ts"
import { callTool, importMarked, makeMember, makeTeamspace, marksOf, type Member, startHosted } from "./teamspaces.ts"

const NUMBERS = [1, 2, 3, 4, 5]
const MISSING = "/nobody/nothing"

let program: TestProgram
let members: Member[]
let keys: string[]

beforeAll(async () => {
  program = await startHosted()
  const [one, two] = [await makeTeamspace(program, "one"), await makeTeamspace(program, "two")]
  members = [
    await makeMember(program, one, { name: "ada", role: "developer", groups: ["staff"] }),
    await makeMember(program, one, { name: "bob", role: "developer" }),
    await makeMember(program, one, { name: "olga", role: "owner" }),
    await makeMember(program, two, { name: "carl", role: "developer" }),
    await makeMember(program, two, { name: "eve", role: "admin" }),
  ]
  await importMarked(program, NUMBERS)
  const { libraries, jobs } = program.context.catalogue
  const found = await Promise.all(NUMBERS.map((at) => libraries.byId(marksOf(at).id)))
  keys = found.map((library) => library!.key)
  for (const [index, at] of NUMBERS.entries()) {
    const job = { kind: "ingest", libraryKey: keys[index]!, libraryId: marksOf(at).id, versionTag: "" } as const
    await jobs.add({ ...job, payload: { cause: "refresh" }, requestedBy: null })
  }
  await program.settle()
}, 60_000)
afterAll(() => program.remove())

interface Placing {
  /** Index of the owning teamspace; null: public. */
  readonly owner: 0 | 1 | null
  readonly access: "unset" | "everyone" | "nobody" | "staff"
}
interface World {
  readonly placings: readonly Placing[]
  /** Whether each teamspace is closed by default, and lets private sources be read. */
  readonly isClosed: readonly [boolean, boolean]
  readonly readsPrivateSources: readonly [boolean, boolean]
}

const placing = fc.record<Placing>({
  owner: fc.constantFrom(0, 1, null),
  access: fc.constantFrom("unset", "everyone", "nobody", "staff"),
})
const twoFlags = fc.tuple(fc.boolean(), fc.boolean())
const world = fc.record<World>({
  placings: fc.array(placing, { minLength: NUMBERS.length, maxLength: NUMBERS.length }),
  isClosed: twoFlags,
  readsPrivateSources: twoFlags,
})

const ACCESS: Readonly<Record<Placing["access"], LibraryAccess | null>> = {
  unset: null,
  everyone: { mode: "everyone" },
  nobody: { mode: "chosen", userKeys: [], groups: [] },
  staff: { mode: "chosen", userKeys: [], groups: ["staff"] },
}

const teamspaceKeys = () => [members[0]!.teamspaceKey, members[3]!.teamspaceKey]

async function build({ placings, isClosed, readsPrivateSources }: World): Promise<void> {
  const { libraries, readingRules } = program.context.catalogue
  for (const [index, { owner, access }] of placings.entries()) {
    const teamspaceKey = owner === null ? null : teamspaceKeys()[owner]!
    await libraries.update(keys[index]!, { teamspaceKey, access: ACCESS[access] })
  }
  for (const [index, teamspaceKey] of teamspaceKeys().entries()) {
    const { policies } = FIRST_READING_RULES
    const sourceTypes = { ...policies.sourceTypes, private_sources: { enabled: readsPrivateSources[index]! } }
    const byDefault = isClosed[index] ? "closed" : "open"
    await readingRules.change(teamspaceKey, FIRST_READING_RULES, () => ({
      policies: { ...policies, sourceTypes },
      accessRules: { byDefault, rules: [] },
    }))
  }
  await program.context.follower.catchUp()
}

/** The promise in plain words, apart from the program. */
function expected(asker: Member | undefined, at: number, { placings, isClosed, readsPrivateSources }: World) {
  const { owner, access } = placings[at]!
  if (owner === null) return "visible"
  if (asker === undefined || asker.teamspaceKey !== teamspaceKeys()[owner]) return "hidden"
  const isLetIn = {
    everyone: true,
    nobody: false,
    staff: asker.name === "ada",
    unset: !isClosed[owner],
  }[access]
  if (asker.role === "developer" && !isLetIn) return "hidden"
  return readsPrivateSources[owner] ? "visible" : "denied"
}

const headersOf = (asker: Member | undefined) => asker?.headers ?? {}
const get = async (asker: Member | undefined, url: string) => {
  const { status, text } = await program.call({ url, headers: headersOf(asker) })
  return `${status} ${text}`
}
const post = async (asker: Member | undefined, url: string, payload: object) => {
  const { status, text } = await program.call({ method: "POST", url, payload, headers: headersOf(asker) })
  return `${status} ${text}`
}

/** Everything that can be asked without naming a library. */
const OPEN_REQUESTS: readonly ((asker: Member | undefined) => Promise<string>)[] = [
  (asker) => get(asker, "/api/v2/libs/search?libraryName=animals&query=which+animals+drink+water"),
  (asker) => get(asker, "/api/v3/search?query=animals+that+drink+water&tokens=5000"),
  (asker) => get(asker, "/api/v3/search?query=animals+that+drink+water&type=json"),
  (asker) => get(asker, "/api/v2/jobs?limit=100"),
  (asker) => get(asker, "/api/v2/policies"),
  (asker) => get(asker, "/"),
  (asker) =>
    callTool(program, headersOf(asker), {
      name: "resolve-library-id",
      arguments: { query: "animals that drink", libraryName: "animals" },
    }),
  (asker) => callTool(program, headersOf(asker), { name: "search-docs", arguments: { query: "animals that drink" } }),
]

/** Everything that can be asked about one library. */
const NAMED_REQUESTS: readonly ((asker: Member | undefined, id: string) => Promise<string>)[] = [
  (asker, id) => get(asker, `/api/v2/context?libraryId=${id}&query=animals`),
  (asker, id) => get(asker, `/api/v2/context?libraryId=${id}/v1&query=animals`),
  (asker, id) => get(asker, `/api/v2/libs${id}`),
  (asker, id) => get(asker, `/api/v2/libs${id}/export`),
  (asker, id) => get(asker, `/api/v2/libs${id}/access`),
  (asker, id) => get(asker, `/api/v2/jobs?libraryId=${id}`),
  (asker, id) => post(asker, "/api/v1/refresh", { libraryName: id }),
  (asker, id) => post(asker, `/api/v2/libs${id}/versions`, { tag: "v1" }),
  (asker, id) =>
    callTool(program, headersOf(asker), { name: "query-docs", arguments: { libraryId: id, query: "animals" } }),
]

function marks(at: number): readonly string[] {
  return Object.values(marksOf(at))
}

describe("another tenant", () => {
  it("finds no id, title, snippet, count, job or URL of a library that is not for it", async () => {
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        await build(drawn)
        for (const asker of [undefined, ...members]) {
          const verdicts = NUMBERS.map((_, index) => expected(asker, index, drawn))
          const answers = await Promise.all(OPEN_REQUESTS.map((request) => request(asker)))
          for (const [index, at] of NUMBERS.entries()) {
            if (verdicts[index] === "visible") continue
            for (const answer of answers) for (const mark of marks(at)) expect(answer).not.toContain(mark)
          }
          const found = verdicts.flatMap((verdict, index) =>
            verdict === "visible" ? [marksOf(NUMBERS[index]!).id] : [],
          )
          for (const id of found) expect(answers[0]).toContain(`"id":"${id}"`)
          const publicCount = drawn.placings.filter(({ owner }) => owner === null).length
          if (asker !== undefined) expect(answers[4]).toContain(`"accessibleLibraryCount":${publicCount}}`)
        }
      }),
      { numRuns: 8 },
    )
  }, 120_000)

  it("gets from a hidden library, byte for byte, what it gets from one that does not exist", async () => {
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        await build(drawn)
        for (const asker of [undefined, ...members]) {
          const missing = await Promise.all(NAMED_REQUESTS.map((request) => request(asker, MISSING)))
          for (const [index, at] of NUMBERS.entries()) {
            const verdict = expected(asker, index, drawn)
            const { id } = marksOf(at)
            if (verdict === "hidden") {
              const hidden = await Promise.all(NAMED_REQUESTS.map((request) => request(asker, id)))
              expect(hidden.map((answer) => answer.replaceAll(id, MISSING))).toEqual(missing)
            } else {
              const asked = await NAMED_REQUESTS[0]!(asker, id)
              expect(asked.slice(0, 3)).toBe(verdict === "visible" ? "200" : "403")
              if (verdict === "denied") expect(asked).toContain('"error":"access_denied"')
            }
          }
        }
      }),
      { numRuns: 6 },
    )
  }, 120_000)

  it("hears the same of a job that it may not know of as of one that does not exist", async () => {
    await build({
      placings: NUMBERS.map(() => ({ owner: 0, access: "unset" })),
      isClosed: [false, false],
      readsPrivateSources: [true, true],
    })
    const [job] = await program.context.catalogue.jobs.list({ libraryKey: keys[0]!, offset: 0, limit: 1 })
    const carl = members[3]
    const paths = [(id: string) => `/api/v2/jobs/${id}`, (id: string) => `/api/v2/jobs/${id}/events`]

    for (const path of paths) {
      const [hidden, missing] = [await get(carl, path(job!.id)), await get(carl, path("nothing"))]
      expect(hidden.replaceAll(job!.id, "nothing")).toBe(missing)
    }
    const cancelled = await post(carl, `/api/v2/jobs/${job!.id}/cancel`, {})
    expect(cancelled.replaceAll(job!.id, "nothing")).toBe(await post(carl, "/api/v2/jobs/nothing/cancel", {}))
    expect(await get(members[0], `/api/v2/jobs/${job!.id}`)).toContain(marksOf(1).id)
  })

  it("waits for the same questions to the catalogue, whether a library is hidden or missing", async () => {
    await build({
      placings: NUMBERS.map(() => ({ owner: 0, access: "unset" })),
      isClosed: [false, false],
      readsPrivateSources: [true, true],
    })
    const asked = countQuestions(program)
    const questionsOf = async (request: Promise<string>) => {
      asked.splice(0)
      await request
      return [...asked]
    }
    for (const asker of [undefined, members[3]]) {
      for (const request of NAMED_REQUESTS) {
        await request(asker, MISSING)
        const hidden = await questionsOf(request(asker, marksOf(1).id))
        expect(hidden).toEqual(await questionsOf(request(asker, MISSING)))
      }
    }
    expect(await questionsOf(NAMED_REQUESTS[0]!(undefined, MISSING))).toEqual(["libraries.called: 0 rows"])
  })
})
