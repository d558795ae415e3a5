import type { Connection, LibraryRecord, ListSourcePagesResponse } from "@lectern/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { richText, startTestNotes, textBlock, type TestNotes } from "../../../sources/notes/notes-server.testing.ts"
import { asAdmin, newestJob, startTestProgram, type TestProgram } from "../../program.testing.ts"

const TOKEN = "ntn_a-secret-of-the-notes"
const LONG_AGO = "2026-01-02T03:04:00.000Z"

describe("adding pages of notes", () => {
  let program: TestProgram
  let notes: TestNotes

  beforeEach(async () => {
    notes = await startTestNotes(TOKEN)
    notes.databases.set("db1", "Chores")
    notes.pages.push(
      {
        id: "p1",
        title: "Otter handbook",
        editedAt: LONG_AGO,
        blocks: [
          textBlock("paragraph", "All that the crew has to know."),
          textBlock("heading_2", "Feeding"),
          textBlock("bulleted_list_item", "herring at dawn", [textBlock("paragraph", "a quarter of the weight")]),
          { id: "p2", type: "child_page", payload: { title: "Tanks" } },
          { type: "column_list", children: [{ type: "column", children: [{ id: "db1", type: "child_database" }] }] },
          { id: "p9", type: "child_page", payload: { title: "Gone" } },
          { id: "p8", type: "child_page", payload: { title: "Old" } },
        ],
      },
      {
        id: "p2",
        title: "Tanks",
        editedAt: LONG_AGO,
        blocks: [
          {
            type: "code",
            payload: { rich_text: richText("tank.rinse({ filter: true })"), caption: [], language: "javascript" },
          },
        ],
      },
      ...["Sweep the deck", "Paint the hull", "Count the nets"].map((title, at) => ({
        id: `r${at}`,
        title,
        editedAt: LONG_AGO,
        databaseId: "db1",
        blocks: [textBlock("paragraph", `How to ${title.toLowerCase()} without a splash.`)],
        properties: { Owner: { id: "o", type: "people", people: [{ object: "user", id: "u", name: "Ada" }] } },
      })),
      { id: "p8", title: "Old", editedAt: LONG_AGO, blocks: [], isArchived: true },
      { id: "p9", title: "Gone", editedAt: LONG_AGO, blocks: [], isUnshared: true },
    )
    program = await startTestProgram({ workerMode: "inline" })
  })
  afterEach(async () => {
    await program.remove()
    await notes.close()
  })

  it("lists the pages that can be chosen, by words of the title", async () => {
    const payload = { kind: "notes", siteUrl: notes.url, token: TOKEN }
    const made = await program.call({ method: "POST", url: "/api/v2/connections", headers: asAdmin, payload })
    const url = `/api/v2/connections/${(made.json as Connection).id}/pages`

    const all = (await program.call({ url, headers: asAdmin })).json as ListSourcePagesResponse
    const found = (await program.call({ url: `${url}?query=hull`, headers: asAdmin })).json as ListSourcePagesResponse

    const titles = ["Otter handbook", "Tanks", "Sweep the deck", "Paint the hull", "Count the nets"]
    expect(all.pages.map(({ title }) => title)).toEqual(titles)
    expect(found).toMatchObject({ spaces: [], pages: [{ id: "r1", title: "Paint the hull" }], isTruncated: false })
  })

  const post = (url: string, payload: object) => program.call({ method: "POST", url, headers: asAdmin, payload })
  const connect = (path = "") =>
    post("/api/v2/connections", { kind: "notes", siteUrl: `${notes.url}${path}`, token: TOKEN })
  const add = (more: object = {}, path = "/api/v2/add/notes") =>
    post(path, { workspaceId: "w1", workspaceName: "Otter", pageIds: ["p1"], title: "Crew", description: "", ...more })
  const refresh = async () => {
    await post("/api/v1/refresh", { libraryName: "/notes/crew" })
    await program.settle()
  }
  const ask = async (question: string) =>
    (
      await program.call({
        url: `/api/v2/context?libraryId=/notes/crew&query=${encodeURIComponent(question)}`,
        headers: asAdmin,
      })
    ).text
  const record = async () =>
    (await program.call({ url: "/api/v2/libs/notes/crew", headers: asAdmin })).json as LibraryRecord
  const blocksAsked = () => notes.asked.filter((line) => line.includes("/v1/blocks/")).length

  it("needs a connected account and says how to connect one", async () => {
    const refused = await add()

    expect([refused.status, (refused.json as { error: string }).error]).toEqual([403, "forbidden"])
    expect((refused.json as { message: string }).message).toContain("POST /api/v2/connections")
  })

  it("answers from pages, pages below them and rows of databases, and reports what is archived or not shared", async () => {
    await connect()
    notes.rateLimit(3)
    const added = await add({}, "/api/v2/add/notion")
    expect([added.status, added.json]).toEqual([200, expect.objectContaining({ libraryName: "/notes/crew" })])
    await program.settle()

    expect(await newestJob(program)).toMatchObject({ state: "succeeded" })
    expect(await ask("herring")).toContain("a quarter of the weight")
    const tanks = await ask("rinse the tank filter")
    expect(tanks).toContain("tank.rinse({ filter: true })")
    expect(tanks).toContain("https://www.notion.so/Tanks-p2")
    const chore = await ask("paint the hull owner")
    expect(chore).toContain("Chores")
    expect(chore).toContain("Ada")
    const { files } = await record()
    expect(files).toMatchObject({ indexedCount: 5, leftOutCount: 1, failedCount: 1 })
    expect(JSON.stringify(files?.failed)).toContain("not shared with the connected account")
    expect((await program.call({ url: "/api/v2/context?libraryId=/notes/crew&query=otter" })).status).toBe(404)
  })

  it("fetches no blocks of pages that were not edited, and those of edited ones again", async () => {
    await connect()
    await add()
    await program.settle()
    const first = blocksAsked()
    await refresh()
    const afterUnchanged = blocksAsked()
    const row = notes.pages.find(({ id }) => id === "r1")!
    row.blocks = [textBlock("paragraph", "Varnish instead of paint.")]
    row.editedAt = "2026-02-02T03:04:00.000Z"
    await refresh()

    expect(first).toBeGreaterThan(5)
    expect(afterUnchanged).toBe(first)
    expect(blocksAsked()).toBe(first + 1)
    expect(await ask("varnish")).toContain("Varnish instead")
  })

  it("fetches a page again that was edited in the minute before, because times are told by the minute", async () => {
    const tanks = notes.pages.find(({ id }) => id === "p2")!
    tanks.editedAt = new Date(Date.now() - 1000).toISOString()
    await connect()
    await add()
    await program.settle()
    tanks.blocks = [textBlock("paragraph", "Scrub with sand.")]
    await refresh()

    expect(await ask("scrub")).toContain("Scrub with sand")
  })

  it("takes the account of the workspace where several are connected", async () => {
    await connect("/other")
    await connect("/w1")
    const chosen = await add()
    const unknown = await add({ workspaceId: "w3", workspaceName: "Third" })

    expect(chosen.status).toBe(200)
    expect([unknown.status, (unknown.json as { message: string }).message]).toEqual([
      400,
      expect.stringContaining("no account is connected for"),
    ])
    await program.settle()
  })

  it("fails with a reason when nothing can be read, and tells no secret", async () => {
    await connect()
    await add({ pageIds: ["p9"] })
    await program.settle()

    const job = await newestJob(program)
    expect(job.state).toBe("failed")
    expect(JSON.stringify(job)).toContain("not shared")
    expect(JSON.stringify(job)).not.toContain(TOKEN)
  })

  it("is tested with a button", async () => {
    const { id } = (await connect()).json as { id: string }
    const tested = await post(`/api/v2/connections/${id}/test`, {})

    expect(tested.json).toMatchObject({ accepted: true, accountName: "Otter" })
  })
})
