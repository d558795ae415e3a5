import type { ListLibrariesResponse } from "@lectern/contract"
import { afterAll, beforeAll, expect, it } from "vitest"
import { aLibrary } from "../../../catalogue/catalogue.contract.testing.ts"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

/** More than the list reads at a time. */
const UNPUBLISHED = 130

let program: TestProgram
beforeAll(async () => {
  program = await startTestProgram({})
  const { libraries } = program.context.catalogue
  const add = async (id: string, publishedAtMs: number | null) => {
    const library = await libraries.add(
      aLibrary({ id, source: { ...aLibrary().source, url: `https://git.example${id}` } }),
    )
    if (publishedAtMs !== null) await libraries.update(library?.key ?? "", { publishedAtMs, state: "finalized" })
    return library?.key ?? ""
  }
  for (const [id, publishedAtMs] of [
    ["/otter/second", 20],
    ["/otter/first", 30],
    ["/badger/hidden", 40],
    ["/otter/third", 10],
  ] as const)
    await add(id, publishedAtMs)
  await libraries.remove(await add("/otter/deleted", 50))
  await libraries.moveState(await add("/otter/failed", null), ["initial"], "error", "not found")
  for (let number = 0; number < UNPUBLISHED; number++) await add(`/waiting/${number}`, null)
  const payload = { libraryFilters: { mode: "quality", quality: { blockedLibraries: { add: ["/badger"] } } } }
  await program.call({ method: "PATCH", url: "/api/v2/policies", headers: asAdmin, payload })
})
afterAll(() => program.remove())

const list = async (limit: number, headers = {}): Promise<ListLibrariesResponse> =>
  (await program.call({ url: `/api/v2/libs?limit=${limit}`, headers })).json

it("lists the newest publications first and counts all that the caller can see, without hidden and deleted ones", async () => {
  const { libraries, totalCount } = await list(2)

  expect(libraries.map(({ id }) => id)).toEqual(["/otter/first", "/otter/second"])
  expect(totalCount).toBe(3 + UNPUBLISHED)
})

it("lists unpublished libraries last, and failed ones for those who can delete them", async () => {
  const { libraries: ofAnyone } = await list(100)
  const { libraries: ofAdmins } = await list(100, asAdmin)

  expect(ofAnyone).toHaveLength(100)
  expect(ofAnyone.slice(0, 3).map(({ id }) => id)).toEqual(["/otter/first", "/otter/second", "/otter/third"])
  expect(ofAnyone.slice(3).every(({ id }) => id.startsWith("/waiting/"))).toBe(true)
  const unpublished = ofAdmins.slice(3).map(({ id }) => id)
  expect(unpublished.every((id) => id.startsWith("/waiting/") || id === "/otter/failed")).toBe(true)
})

it("lists every library once over all pages", async () => {
  for (const limit of [3, 50]) {
    const ids: string[] = []
    for (let cursor = ""; ;) {
      const url = `/api/v2/libs?limit=${limit}${cursor === "" ? "" : `&cursor=${cursor}`}`
      const page: ListLibrariesResponse = (await program.call({ url, headers: asAdmin })).json
      expect(page.libraries.length).toBeLessThanOrEqual(limit)
      ids.push(...page.libraries.map(({ id }) => id))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(ids.slice(0, 3)).toEqual(["/otter/first", "/otter/second", "/otter/third"])
    expect(ids).toHaveLength(4 + UNPUBLISHED)
    expect(new Set(ids).size).toBe(ids.length)
  }
})

it("refuses a cursor that it has not made", async () => {
  expect((await program.call({ url: "/api/v2/libs?cursor=x" })).status).toBe(400)
})

it("tells nothing about hidden libraries in its cursors", async () => {
  const hidden = aLibrary({ id: "/otter/hidden", isPrivate: true })
  for (let number = 0; number < 20; number++) {
    await program.context.catalogue.libraries.add({ ...hidden, id: `${hidden.id}-${number}` })
  }

  const ids: string[] = []
  for (let cursor = ""; ;) {
    const page: ListLibrariesResponse = (
      await program.call({ url: `/api/v2/libs?limit=7${cursor === "" ? "" : `&cursor=${cursor}`}` })
    ).json
    ids.push(...page.libraries.map(({ id }) => id))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
    const { key } = JSON.parse(Buffer.from(cursor, "base64url").toString()) as { readonly key: string }
    expect((await program.context.catalogue.libraries.byKey(key))?.id).toBe(page.libraries.at(-1)?.id)
  }

  expect(ids).toHaveLength(3 + UNPUBLISHED)
})
