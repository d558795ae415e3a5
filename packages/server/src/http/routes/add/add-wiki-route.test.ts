import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Connection, Job, LibraryRecord, ListSourcePagesResponse } from "@lectern/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { makePdf } from "@lectern/parsers/testing"
import { startTestWiki, type TestWiki } from "../../../sources/wiki/wiki-server.testing.ts"
import { asAdmin, newestJob, startTestProgram, type TestProgram } from "../../program.testing.ts"

const TOKEN = "ATATT-a-secret-of-the-wiki"
const EMAIL = "tender@otter.example"
const BASIC = `Basic ${Buffer.from(`${EMAIL}:${TOKEN}`).toString("base64")}`
const RUNBOOK = readFileSync(
  join(import.meta.dirname, "../../../../../parsers/src/formats/wiki-storage/fixtures/runbook.in.xml"),
  "utf8",
).replace(/^.*\n|\n.*\n$/g, "")
const include = (title: string) =>
  `<ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link><ri:page ri:content-title="${title}" /></ac:link></ac:parameter></ac:structured-macro>`

const editions = [
  ["Cloud", "cloud", { accountName: EMAIL }, BASIC],
  ["Data Center", "data-center", {}, `Bearer ${TOKEN}`],
] as const

describe.each(editions)("adding a space of a wiki on %s", (_name, edition, account, authorization) => {
  let program: TestProgram
  let wiki: TestWiki

  beforeEach(async () => {
    wiki = await startTestWiki({ edition, authorization, folders: { "77": "Guides" } })
    wiki.pages.push(
      { id: "1", title: "Otter home", body: "<p>Everything about the otter platform and its crew.</p>", version: 3 },
      {
        id: "2",
        title: "Operations",
        body: "<p>How the platform is operated day and night.</p>",
        version: 1,
        parentId: "1",
      },
      { id: "3", title: "Deploying & rolling back", body: RUNBOOK, version: 7, parentId: "2" },
      {
        id: "4",
        title: "Shared limits",
        body: "<p>A tank holds at most forty gallons.</p>",
        version: 1,
        parentId: "1",
      },
      {
        id: "5",
        title: "Feeding",
        body: `<h2>Fish</h2><p>Feed herring at dawn.</p>${include("Shared limits")}`,
        version: 2,
        parentId: "1",
      },
      {
        id: "6",
        title: "Broken",
        body: "<p>Whiskers <b>are <i>long</b></i> and <ac:link>odd",
        version: 1,
        parentId: "1",
      },
      { id: "7", title: "Secret salaries", body: "<p>Nobody reads this.</p>", version: 1, isRestricted: true },
      { id: "8", title: "Ruined", body: "<p>Nobody gets this.</p>", version: 1, failsWith: 403 },
    )
    program = await startTestProgram({ workerMode: "inline" })
  })
  afterEach(async () => {
    await program.remove()
    await wiki.close()
  })

  const post = (url: string, payload: object) => program.call({ method: "POST", url, headers: asAdmin, payload })
  const connect = () => post("/api/v2/connections", { kind: "wiki", siteUrl: wiki.url, token: TOKEN, ...account })
  const request = (more: object = {}) => ({
    cloudId: "c1",
    siteUrl: `${wiki.url}/`,
    spaceKey: "OTTER",
    spaceName: "Otter",
    title: "Otter handbook",
    description: "How we keep otters",
    ...more,
  })
  const add = (more: object = {}, path = "/api/v2/add/wiki") => post(path, request(more))
  const ask = async (question: string) =>
    (
      await program.call({
        url: `/api/v2/context?libraryId=/wiki/otter-handbook&query=${encodeURIComponent(question)}`,
        headers: asAdmin,
      })
    ).text
  const record = async () =>
    (await program.call({ url: "/api/v2/libs/wiki/otter-handbook", headers: asAdmin })).json as LibraryRecord
  const bodiesAsked = () => wiki.asked.filter((line) => /body/.test(line)).length

  it("needs a connected account and says how to connect one", async () => {
    const refused = await add()

    expect([refused.status, (refused.json as { error: string }).error]).toEqual([403, "forbidden"])
    expect((refused.json as { message: string }).message).toContain("POST /api/v2/connections")
    expect(wiki.asked).toEqual([])
  })

  it("lists the spaces and pages that can be chosen", async () => {
    const { id } = (await connect()).json as Connection
    const list = (query: string) => program.call({ url: `/api/v2/connections/${id}/pages${query}`, headers: asAdmin })

    const spaces = await list("")
    const pages = await list("?space=OTTER")
    const missing = await list("?space=NONE")

    expect(spaces.json).toMatchObject({ spaces: [{ key: "OTTER", name: "Otter" }], pages: [], isTruncated: false })
    const listed = (pages.json as ListSourcePagesResponse).pages
    expect(listed).toContainEqual(
      expect.objectContaining({ id: "3", title: "Deploying & rolling back", headings: ["Operations"] }),
    )
    expect(listed.map(({ title }) => title)).not.toContain("Secret salaries")
    expect(missing.status).toBe(400)
    expect(bodiesAsked()).toBe(0)
  })

  it("answers from its pages, with their place and address, and accounts for every page", async () => {
    await connect()
    wiki.rateLimit(2)
    const added = await add({}, "/api/v2/add/confluence")
    expect([added.status, added.json]).toEqual([200, expect.objectContaining({ libraryName: "/wiki/otter-handbook" })])
    await program.settle()

    expect(await newestJob(program)).toMatchObject({ state: "succeeded" })
    const answer = await ask("build the image with otterctl")
    expect(answer).toContain("otterctl build --tag")
    expect(answer).toContain("Operations")
    expect(answer).toContain(
      edition === "cloud" ? `${wiki.url}/wiki/spaces/OTTER/pages/3` : `${wiki.url}/pages/viewpage.action?pageId=3`,
    )
    expect(await ask("feed herring")).toContain("forty gallons")
    const { files, title, description, state } = await record()
    expect({ title, description, state }).toEqual({
      title: "Otter handbook",
      description: "How we keep otters",
      state: "finalized",
    })
    expect(JSON.stringify(files)).toContain("Ruined")
    expect(files?.indexedCount).toBe(6)
    expect(await ask("whiskers long")).toContain("Whiskers")
    expect(JSON.stringify(await record())).not.toContain("Secret salaries")
    expect((await program.call({ url: "/api/v2/context?libraryId=/wiki/otter-handbook&query=otter" })).status).toBe(404)
    expect(JSON.stringify(await record())).not.toContain(TOKEN)
  })

  it("reads PDF files that hang on its pages, and says how many others there are", async () => {
    const bytes = await makePdf([{ title: "Tank manual", text: "Rinse the filter of every tank on Mondays." }])
    const files = [
      { id: "50", title: "picture.png", mediaType: "image/png", bytes: Buffer.from("no text") },
      { id: "51", title: "tank manual.pdf", mediaType: "application/pdf", bytes },
    ]
    wiki.pages.push({ id: "9", title: "Tanks", body: "<p>About tanks.</p>", version: 1, attachments: files })
    await connect()
    await add({ pageIds: ["9"] })
    await program.settle()

    const answer = await ask("rinse the filter")
    expect(answer).toContain("on Mondays")
    expect(answer).toMatch(/download\/attachments\/9\/tank%20manual\.pdf#page=1/)
    expect(JSON.stringify(await record())).toContain("1 attachments that are neither PDF nor DOCX")
  })

  it("fetches no page again that has not changed, and only those that have", async () => {
    wiki.pages.pop()
    await connect()
    await add()
    await program.settle()
    const first = bodiesAsked()
    await post("/api/v1/refresh", { libraryName: "/wiki/otter-handbook" })
    await program.settle()
    const afterUnchanged = bodiesAsked()
    const feeding = wiki.pages.find(({ id }) => id === "5")!
    feeding.body = "<p>Feed clams at noon instead.</p>"
    feeding.version++
    wiki.pages.splice(
      wiki.pages.findIndex(({ id }) => id === "6"),
      1,
    )
    await post("/api/v1/refresh", { libraryName: "/wiki/otter-handbook" })
    await program.settle()

    expect(first).toBe(6)
    expect(afterUnchanged).toBe(first)
    expect(bodiesAsked()).toBe(first + 1)
    expect(await ask("feed clams")).toContain("clams at noon")
    expect(await ask("whiskers")).not.toContain("Whiskers")
  })

  it("reads only the pages that were asked for, and says which are not there", async () => {
    await connect()
    await add({ pageIds: ["5", "7", "999"] })
    await program.settle()

    const { files, totalSnippets } = await record()
    expect(totalSnippets).toBeGreaterThan(0)
    expect(JSON.stringify(files)).toContain("page 999")
    expect(JSON.stringify(files)).toContain("page 7")
    expect(bodiesAsked()).toBe(1)
  })

  it("refuses the same space twice, and processes it again when forced", async () => {
    await connect()
    await add()
    await program.settle()
    const again = await add({ title: "Another name" })
    const forced = await add({ force: true })

    expect([again.status, (again.json as { error: string }).error]).toEqual([409, "duplicate_repo"])
    expect(forced.status).toBe(200)
    await program.settle()
  })

  it("fails with a reason when the account is no longer accepted, and keeps answering", async () => {
    await connect()
    await add()
    await program.settle()
    wiki.expect("nobody")
    await post("/api/v1/refresh", { libraryName: "/wiki/otter-handbook" })
    await program.settle()

    const job: Job = await newestJob(program)
    expect(job.state).toBe("failed")
    expect(JSON.stringify(job)).toContain("connected account")
    expect(JSON.stringify(job)).not.toContain(TOKEN)
    expect(await ask("herring")).toContain("herring at dawn")
  })
})
