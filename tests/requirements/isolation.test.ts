import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { DEFAULT_VISIBILITY_RULES } from "../../packages/server/src/service/teamspaces/policies.ts"
import type { TeamspaceRole } from "../../packages/server/src/catalogue/teamspaces/records.ts"
import type { LibraryAccess } from "../../packages/server/src/catalogue/libraries/records.ts"
import type { TestProgram } from "../../packages/server/src/http/program.testing.ts"
import { countQuestions } from "./count-questions.ts"
import { callTool, importMarked, makeMember, makeTeamspace, marksOf, type Member, startHosted } from "./teamspaces.ts"

const NUMBERS = [1, 2, 3, 4, 5]
const MISSING = "/nobody/nothing"
const MEMBER_COUNT = 5
/** Nobody has a special place, and nothing is blocked. */
const PLAIN = {
  places: Array.from({ length: MEMBER_COUNT }, () => ({ role: "developer", isStaff: false }) as const),
  blocks: [[], []],
} as const

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

interface ImportedLibraryRequest {
  /** Index of the owning teamspace; null: public. */
  readonly owner: 0 | 1 | null
  readonly access: "unset" | "everyone" | "nobody" | "staff"
}
/** What somebody is in the teamspace of their key. */
interface Place {
  readonly role: TeamspaceRole
  readonly isStaff: boolean
}
interface World {
  readonly placings: readonly ImportedLibraryRequest[]
  /** One for each member, in their order. */
  readonly places: readonly Place[]
  /** Which libraries the policies of each teamspace block. */
  readonly blocks: readonly [readonly boolean[], readonly boolean[]]
  /** Whether each teamspace is closed by default, and lets private sources be read. */
  readonly isClosed: readonly [boolean, boolean]
  readonly readsPrivateSources: readonly [boolean, boolean]
}

const placing = fc.record<ImportedLibraryRequest>({
  owner: fc.constantFrom(0, 1, null),
  access: fc.constantFrom("unset", "everyone", "nobody", "staff"),
})
const place = fc.record<Place>({ role: fc.constantFrom("owner", "admin", "developer"), isStaff: fc.boolean() })
const twoFlags = fc.tuple(fc.boolean(), fc.boolean())
const ofEach = { minLength: NUMBERS.length, maxLength: NUMBERS.length }
const blocked = fc.array(fc.boolean(), ofEach)
const world = fc.record<World>({
  placings: fc.array(placing, ofEach),
  places: fc.array(place, { minLength: MEMBER_COUNT, maxLength: MEMBER_COUNT }),
  blocks: fc.tuple(blocked, blocked),
  isClosed: twoFlags,
  readsPrivateSources: twoFlags,
})

const ACCESS: Readonly<Record<ImportedLibraryRequest["access"], LibraryAccess | null>> = {
  unset: null,
  everyone: { mode: "everyone" },
  nobody: { mode: "chosen", userKeys: [], groups: [] },
  staff: { mode: "chosen", userKeys: [], groups: ["staff"] },
}

const teamspaceKeys = () => [members[0]!.teamspaceKey, members[3]!.teamspaceKey]

async function build({ placings, places, blocks, isClosed, readsPrivateSources }: World): Promise<void> {
  const { libraries, visibilityRules, teamspaces, users } = program.context.catalogue
  for (const [index, { role, isStaff }] of places.entries()) {
    const { userKey, teamspaceKey } = members[index]!
    await teamspaces.setRole(userKey, teamspaceKey, role)
    await users.update(userKey, { groups: isStaff ? ["staff"] : ["others"] })
  }
  program.context.authenticator.forget()
  for (const [index, { owner, access }] of placings.entries()) {
    const teamspaceKey = owner === null ? null : teamspaceKeys()[owner]!
    await libraries.update(keys[index]!, { teamspaceKey, access: ACCESS[access] })
  }
  for (const [index, teamspaceKey] of teamspaceKeys().entries()) {
    const { policies } = DEFAULT_VISIBILITY_RULES
    const sourceTypes = { ...policies.sourceTypes, private_sources: { enabled: readsPrivateSources[index]! } }
    const byDefault = isClosed[index] ? "closed" : "open"
    const blockedLibraries = NUMBERS.filter((_, at) => blocks[index]![at]).map((at) => marksOf(at).id)
    const quality = { ...policies.libraryFilters.quality, blockedLibraries }
    const libraryFilters = { ...policies.libraryFilters, mode: "quality", quality } as const
    await visibilityRules.change(teamspaceKey, DEFAULT_VISIBILITY_RULES, () => ({
      policies: { ...policies, sourceTypes, libraryFilters },
      accessRules: { byDefault, rules: [] },
    }))
  }
  await program.context.catalogueSync.catchUp()
}

/** The promise in plain words, apart from the program. */
function expected(requester: Member | undefined, at: number, drawn: World) {
  const { placings, places, blocks, isClosed, readsPrivateSources } = drawn
  const { owner, access } = placings[at]!
  const own = requester === undefined ? undefined : teamspaceKeys().indexOf(requester.teamspaceKey)
  if (owner === null) return own !== undefined && blocks[own]![at] ? "denied" : "visible"
  if (requester === undefined || own !== owner) return "hidden"
  const { role, isStaff } = places[members.indexOf(requester)]!
  const isLetIn = { everyone: true, nobody: false, staff: isStaff, unset: !isClosed[owner] }[access]
  if (role === "developer" && !isLetIn) return "hidden"
  return readsPrivateSources[owner] ? "visible" : "denied"
}

const headersOf = (requester: Member | undefined) => requester?.headers ?? {}
const get = async (requester: Member | undefined, url: string) => {
  const { status, text } = await program.call({ url, headers: headersOf(requester) })
  return `${status} ${text}`
}
const post = async (requester: Member | undefined, url: string, payload: object) => {
  const { status, text } = await program.call({ method: "POST", url, payload, headers: headersOf(requester) })
  return `${status} ${text}`
}

/** Everything that can be asked without naming a library. */
const OPEN_REQUESTS: readonly ((requester: Member | undefined) => Promise<string>)[] = [
  (requester) => get(requester, "/api/v2/libs/search?libraryName=animals&query=which+animals+drink+water"),
  (requester) => get(requester, "/api/v3/search?query=animals+that+drink+water&tokens=5000"),
  (requester) => get(requester, "/api/v3/search?query=animals+that+drink+water&type=json"),
  (requester) => get(requester, "/api/v2/jobs?limit=100"),
  (requester) => get(requester, "/api/v2/policies"),
  (requester) => get(requester, "/"),
  (requester) =>
    callTool(program, headersOf(requester), {
      name: "resolve-library-id",
      arguments: { query: "animals that drink", libraryName: "animals" },
    }),
  (requester) =>
    callTool(program, headersOf(requester), { name: "search-docs", arguments: { query: "animals that drink" } }),
]

/** Which of them ask for the policies, and for the first page. */
const [POLICIES_AT, PAGE_AT] = [4, 5]

/** Everything that can be asked about one library. */
const NAMED_REQUESTS: readonly ((requester: Member | undefined, id: string) => Promise<string>)[] = [
  (requester, id) => get(requester, `/api/v2/context?libraryId=${id}&query=animals`),
  (requester, id) => get(requester, `/api/v2/context?libraryId=${id}/v1&query=animals`),
  (requester, id) => get(requester, `/api/v2/libs${id}`),
  (requester, id) => get(requester, `/api/v2/libs${id}/export`),
  (requester, id) => get(requester, `/api/v2/libs${id}/access`),
  (requester, id) => get(requester, `/api/v2/jobs?libraryId=${id}`),
  (requester, id) => post(requester, "/api/v1/refresh", { libraryName: id }),
  (requester, id) => post(requester, `/api/v2/libs${id}/versions`, { tag: "v1" }),
  (requester, id) =>
    callTool(program, headersOf(requester), { name: "query-docs", arguments: { libraryId: id, query: "animals" } }),
]

function marks(at: number): readonly string[] {
  return Object.values(marksOf(at))
}

describe("another tenant", () => {
  it("finds no id, title, snippet, count, job or URL of a library that is not for it", async () => {
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        await build(drawn)
        for (const requester of [undefined, ...members]) {
          const verdicts = NUMBERS.map((_, index) => expected(requester, index, drawn))
          const answers = await Promise.all(OPEN_REQUESTS.map((request) => request(requester)))
          for (const [index, at] of NUMBERS.entries()) {
            if (verdicts[index] === "visible") continue
            const isBlocked =
              requester !== undefined && drawn.blocks[teamspaceKeys().indexOf(requester.teamspaceKey)]?.[index]
            const isPublic = drawn.placings[index]!.owner === null
            for (const [place, answer] of answers.entries()) {
              // The policies of the own teamspace name what they block, and the first page is the same for everybody.
              if ((place === POLICIES_AT && isBlocked) || (place === PAGE_AT && isPublic)) continue
              for (const mark of marks(at)) expect(answer).not.toContain(mark)
            }
          }
          const found = verdicts.flatMap((verdict, index) =>
            verdict === "visible" ? [marksOf(NUMBERS[index]!).id] : [],
          )
          for (const id of found) expect(answers[0]).toContain(`"id":"${id}"`)
          const publicCount = drawn.placings.filter(
            ({ owner }, index) => owner === null && verdicts[index] === "visible",
          ).length
          if (requester !== undefined)
            expect(answers[POLICIES_AT]).toContain(`"accessibleLibraryCount":${publicCount}}`)
        }
      }),
      { numRuns: 8 },
    )
  }, 120_000)

  it("gets from a hidden library, byte for byte, what it gets from one that does not exist", async () => {
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        await build(drawn)
        for (const requester of [undefined, ...members]) {
          const missing = await Promise.all(NAMED_REQUESTS.map((request) => request(requester, MISSING)))
          for (const [index, at] of NUMBERS.entries()) {
            const verdict = expected(requester, index, drawn)
            const { id } = marksOf(at)
            if (verdict === "hidden") {
              const hidden = await Promise.all(NAMED_REQUESTS.map((request) => request(requester, id)))
              expect(hidden.map((answer) => answer.replaceAll(id, MISSING))).toEqual(missing)
            } else {
              const asked = await NAMED_REQUESTS[0]!(requester, id)
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
      ...PLAIN,
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
      ...PLAIN,
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
    for (const requester of [undefined, members[3]]) {
      for (const request of NAMED_REQUESTS) {
        await request(requester, MISSING)
        const hidden = await questionsOf(request(requester, marksOf(1).id))
        expect(hidden).toEqual(await questionsOf(request(requester, MISSING)))
      }
    }
    expect(await questionsOf(NAMED_REQUESTS[0]!(undefined, MISSING))).toEqual(["libraries.called: 0 rows"])
  })
})
