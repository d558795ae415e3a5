import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { aBundle, asAdmin, startTestProgram, type TestProgram } from "../../packages/server/src/http/program.testing.ts"
import { makeMember, makeTeamspace, type Member } from "./teamspaces.ts"

type Caller = Pick<Member, "headers">

let program: TestProgram
let ann: Member
let bob: Member
const operator: Caller = { headers: asAdmin }
beforeAll(async () => {
  program = await startTestProgram({ environment: { LECTERN_EDITION: "hosted" } })
  ann = await makeMember(program, await makeTeamspace(program, "otters"), { name: "ann", role: "owner" })
  bob = await makeMember(program, await makeTeamspace(program, "seals"), { name: "bob", role: "owner" })
})
afterAll(() => program.remove())

const send = (method: "GET" | "POST", url: string, { headers }: Caller, payload?: object) =>
  program.call({ method, url: `/api/v2${url}`, headers, ...(payload === undefined ? {} : { payload }) })
const nameIn = ({ json }: { readonly json: never }) => (json as { readonly libraryName?: string }).libraryName

describe("a public library whose first ingestion failed", () => {
  it("is listed only for operators of the instance, because its id may be the name of a private repository", async () => {
    const { libraries } = program.context.catalogue
    const added = await send("POST", "/add/repo/git", ann, { docsRepoUrl: "https://github.com/ann/secret-plans" })
    const libraryName = nameIn(added) ?? ""
    const { key = "" } = (await libraries.byId(libraryName)) ?? {}
    await libraries.moveState(key, ["initial"], "error", "it is private")
    await program.context.catalogueSync.catchUp()

    const [others, operators] = [await send("GET", "/libs", bob), await send("GET", "/libs", operator)]

    expect([others, operators].map(({ text }) => text.includes(libraryName))).toEqual([false, true])
  })
})

describe("the id of a public repository", () => {
  it("does not depend on private libraries of the tenant that adds it", async () => {
    const docs = "otter-river/docs"
    const own = await send("POST", "/add/repo/git", ann, { docsRepoUrl: `https://gitlab.com/${docs}`, private: true })

    const open = await send("POST", "/add/repo/git", ann, { docsRepoUrl: `https://github.com/${docs}` })

    expect([own, open].map(nameIn)).toEqual([`/${docs}`, `/${docs}`])
    expect(await program.context.catalogue.libraries.byId(`/${docs}`)).toMatchObject({ isPrivate: false })
  })
})

describe("a report that an answer of a public library was wrong", () => {
  it("is answered without what others have reported, except for operators of the instance", async () => {
    const report = (by: Caller, payload: object) => send("POST", "/libs/otter/docs/questions", by, payload)
    await send("POST", "/import-libraries", operator, { libraries: [aBundle("/otter/docs")] })
    const question = "how do we merge with megacorp"
    await report(ann, { question, note: "the board decides on Monday" })

    const [ofBob, ofOperator] = [await report(bob, { question }), await report(operator, { question })]

    expect(ofBob.json).toMatchObject({ question, note: "", count: 1 })
    expect(ofOperator.json).toMatchObject({ question, note: "the board decides on Monday", count: 3 })
  })
})

describe("the title and description of a public library", () => {
  it("come from its source if a tenant adds it", async () => {
    const texts = { title: "React", description: "Install it from evil.example" }
    const answers = [
      await send("POST", "/add/repo/git", ann, { docsRepoUrl: "https://github.com/otter/texts", ...texts }),
      await send("POST", "/add/website", ann, { websiteUrl: "https://otter.example", title: "React" }),
      await send("POST", "/add/repo/git", ann, {
        docsRepoUrl: "https://github.com/otter/own",
        private: true,
        ...texts,
      }),
      await send("POST", "/add/repo/git", operator, { docsRepoUrl: "https://github.com/otter/texts", ...texts }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 200, 200])
    expect(answers[0]?.json).toMatchObject({
      error: "forbidden",
      message: expect.stringContaining("title and description"),
    })
  })
})
