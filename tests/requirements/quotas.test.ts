import { afterEach, describe, expect, it } from "vitest"
import { manualClock } from "../../packages/server/src/base/manual-clock.testing.ts"
import { startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"
import { callTool, makeMember, makeTeamspace } from "./teamspaces.ts"

const SEARCH = "/api/v2/libs/search?libraryName=otter&query=otter"
const DAY_MS = 86_400_000

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function hosted(environment: Record<string, string>, dataDir?: string) {
  const clock = manualClock(Date.UTC(2026, 10, 29, 12))
  const started = await startTestProgram({
    clock,
    environment: { LECTERN_EDITION: "hosted", ...environment },
    ...(dataDir === undefined ? {} : { dataDir }),
  })
  cleanUps.push(() => (dataDir === undefined ? started.remove() : started.close()))
  return { clock, program: started }
}

const addPrivate = (given: TestProgram, headers: Record<string, string>, at: number) =>
  given.call({
    method: "POST",
    url: "/api/v2/add/repo/git",
    headers,
    payload: { docsRepoUrl: `https://git.example/owner/lib${at}.git`, private: true },
  })

describe("the quota of a plan", () => {
  it("of questions a month answers 402 over REST and MCP until the next month, in every teamspace by itself", async () => {
    const { program, clock } = await hosted({ LECTERN_PLAN_REQUESTS: "free=1,pro=1,team=3" })
    const otters = await makeTeamspace(program, "Otters")
    const ann = await makeMember(program, otters, { name: "ann", role: "owner" })
    const ben = await makeMember(program, otters, { name: "ben", role: "developer" })
    const eve = await makeMember(program, await makeTeamspace(program, "Seals"), { name: "eve", role: "owner" })
    const question = { name: "resolve-library-id", arguments: { libraryName: "otter", query: "otter" } }

    const statuses = []
    for (const { headers } of [ann, ben]) statuses.push((await program.call({ url: SEARCH, headers })).status)
    expect(await callTool(program, ann.headers, question)).not.toContain("used up")
    const refused = await program.call({ url: SEARCH, headers: ben.headers })

    expect(statuses).toEqual([200, 200])
    expect([refused.status, refused.json]).toEqual([
      402,
      {
        error: "spending_limit_exceeded",
        message: expect.stringMatching(/plan team allows 3 questions and searches a month\. Wait 2 days/),
      },
    ])
    expect(await callTool(program, ann.headers, question)).toMatch(/allows 3 questions and searches a month/)
    expect((await program.call({ url: SEARCH, headers: eve.headers })).status).toBe(200)
    expect((await program.call({ url: "/api/v2/jobs", headers: ann.headers })).status).toBe(200)
    clock.advance(2 * DAY_MS)
    expect((await program.call({ url: SEARCH, headers: ben.headers })).status).toBe(200)
  })

  it("of questions outlives the process", async () => {
    const { program: first } = await hosted({ LECTERN_PLAN_REQUESTS: "free=1,pro=1,team=3" })
    const ann = await makeMember(first, await makeTeamspace(first, "Otters"), { name: "ann", role: "owner" })
    for (let at = 0; at < 3; at++) await first.call({ url: SEARCH, headers: ann.headers })
    await first.close()
    const { program: second } = await hosted({ LECTERN_PLAN_REQUESTS: "free=1,pro=1,team=3" }, first.dataDir)

    // The first question makes the process ask the store.
    const statuses = new Set<number>()
    while (!statuses.has(402)) {
      statuses.add((await second.call({ url: SEARCH, headers: ann.headers })).status)
      await new Promise((resolve) => setImmediate(resolve))
    }

    expect(statuses).toContain(402)
  })

  it("of private libraries answers 402, and counts right when many are added at once", async () => {
    const { program } = await hosted({ LECTERN_PLAN_PRIVATE_LIBRARIES: "free=0,pro=1,team=3" })
    const ann = await makeMember(program, await makeTeamspace(program, "Otters"), { name: "ann", role: "owner" })

    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => addPrivate(program, ann.headers, at)))

    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(statuses.filter((status) => status === 402)).toHaveLength(5)
    const refused = answers.find(({ status }) => status === 402)
    expect(refused?.json).toEqual({
      error: "spending_limit_exceeded",
      message:
        "private library limit reached: the plan team allows 3, and the teamspace has 3. Delete one, or upgrade to a larger plan",
    })
  })

  it("of private libraries does not count the redirects that moved libraries leave behind", async () => {
    const { program } = await hosted({ LECTERN_PLAN_PRIVATE_LIBRARIES: "free=0,pro=1,team=2" })
    const ann = await makeMember(program, await makeTeamspace(program, "Otters"), { name: "ann", role: "owner" })
    await addPrivate(program, ann.headers, 1)
    const url = "/api/v2/libs/git_example/owner_lib1/move"
    const moved = await program.call({ method: "POST", url, headers: ann.headers, payload: { id: "/owner/moved" } })

    const answers = [await addPrivate(program, ann.headers, 2), await addPrivate(program, ann.headers, 3)]

    expect([moved, ...answers].map(({ status }) => status)).toEqual([200, 200, 402])
  })

  it("of tokens answers 402 to another library and another version", async () => {
    const { program } = await hosted({ LECTERN_PLAN_TOKENS: "free=0,pro=1,team=100" })
    const ann = await makeMember(program, await makeTeamspace(program, "Otters"), { name: "ann", role: "owner" })
    expect((await addPrivate(program, ann.headers, 1)).status).toBe(200)
    const { catalogue } = program.context
    const library = await catalogue.libraries.byId("/git_example/owner_lib1", ann.teamspaceKey)
    const version = await catalogue.versions.ensure(library?.key ?? "", "")
    const hashes = { indexHash: "a".repeat(64), reportHash: null, archiveHash: null }
    const rest = { branch: "main", revision: "1", recipe: "1", embedder: null, totalTokens: 100, totalSnippets: 1 }
    await catalogue.versions.publish(version.key, version.generation, { ...hashes, ...rest })

    const another = await addPrivate(program, ann.headers, 2)
    const tagged = await program.call({
      method: "POST",
      url: "/api/v2/libs/git_example/owner_lib1/versions",
      headers: ann.headers,
      payload: { tag: "v1" },
    })

    expect([another.status, tagged.status]).toEqual([402, 402])
    expect(another.text).toContain("allows 100 tokens, and the teamspace uses 100")
  })
})
