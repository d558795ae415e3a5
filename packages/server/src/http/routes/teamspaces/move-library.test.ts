import type { MoveLibraryResponse } from "@lectern/contract"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { aBundle, asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

let program: TestProgram
beforeEach(async () => {
  program = await startTestProgram({ workerMode: "inline" })
  const payload = { libraries: [aBundle("/otter/docs"), aBundle("/heron/docs")] }
  await program.call({ method: "POST", url: "/api/v2/import-libraries", headers: asAdmin, payload })
  await program.settle()
})
afterEach(() => program.remove())

const move = (library: string, payload: object, headers: Record<string, string> = asAdmin) =>
  program.call({ method: "POST", url: `/api/v2/libs${library}/move`, headers, payload })
const statusOf = async (library: string, headers: Record<string, string> = {}) =>
  (await program.call({ url: `/api/v2/libs${library}`, headers })).status
const context = (library: string, headers: Record<string, string> = {}) =>
  program.call({ url: `/api/v2/context?libraryId=${library}&query=otters`, headers })

describe("a library that gets another id", () => {
  it("answers under the new one, and the old one redirects", async () => {
    const preview = await move("/otter/docs", { id: "/otter/handbook", dryRun: true })
    const before = await statusOf("/otter/handbook")
    const moved = await move("/otter/docs", { id: "/otter/handbook" })
    const [old, next] = [await context("/otter/docs"), await context("/otter/handbook")]

    const expected: MoveLibraryResponse = {
      dryRun: true,
      previousId: "/otter/docs",
      id: "/otter/handbook",
      redirects: true,
      wasPrivate: false,
      private: false,
      projectId: null,
      hidesPublicLibrary: false,
    }
    expect([preview.json, before]).toEqual([expected, 404])
    expect(moved.json).toEqual({ ...expected, dryRun: false })
    expect([old.status, next.status]).toEqual([301, 200])
    expect(old.json).toMatchObject({ error: "library_redirected", redirectUrl: "/otter/handbook" })
  })

  it("gets its old id back, with a redirect the other way", async () => {
    await move("/otter/docs", { id: "/otter/handbook" })
    const back = await move("/otter/handbook", { id: "/otter/docs" })

    expect(back.status).toBe(200)
    expect([(await context("/otter/docs")).status, (await context("/otter/handbook")).status]).toEqual([200, 301])
  })

  it("redirects in one step from all its earlier ids, and gets any of them back", async () => {
    await move("/otter/docs", { id: "/Otter/Handbook" })
    await move("/otter/handbook", { id: "/otter/manual" })
    const targets = await Promise.all(
      ["/otter/docs", "/otter/handbook"].map(async (id) => (await context(id)).json as { redirectUrl: string }),
    )
    const back = await move("/otter/manual", { id: "/otter/docs" })

    expect(targets.map(({ redirectUrl }) => redirectUrl)).toEqual(["/otter/manual", "/otter/manual"])
    expect(back.status).toBe(200)
    expect([(await context("/otter/docs")).status, (await context("/otter/handbook")).json]).toEqual([
      200,
      expect.objectContaining({ redirectUrl: "/otter/docs" }),
    ])
  })

  it("refuses the id of another library, an invalid id and an unknown library", async () => {
    const answers = [
      await move("/otter/docs", { id: "/heron/docs" }),
      await move("/otter/docs", { id: "no id" }),
      await move("/no/library", { id: "/heron/docs" }),
      await move("/otter/docs", { id: "/otter/new" }, {}),
    ]

    expect(answers.map(({ status }) => status)).toEqual([409, 400, 404, 401])
    expect(await statusOf("/otter/docs")).toBe(200)
  })
})

describe("a library that becomes private", () => {
  it("does not exist for callers without a key, under the old id or the new one, and becomes public again", async () => {
    const moved = await move("/otter/docs", { private: true, id: "/otter/secret" })
    const hidden = [await statusOf("/otter/docs"), await statusOf("/otter/secret")]
    const search = await program.call({ url: "/api/v2/libs/search?libraryName=otter" })
    const own = await statusOf("/otter/secret", asAdmin)
    const back = await move("/otter/secret", { private: false })

    expect(moved.json).toMatchObject({ private: true, redirects: false })
    expect(hidden).toEqual([404, 404])
    expect(search.text).not.toContain("/otter/secret")
    expect([own, back.status, await statusOf("/otter/secret")]).toEqual([200, 200, 200])
  })

  it("says when it hides a public library of the same id", async () => {
    await move("/otter/docs", { private: true })
    const preview = await move("/otter/docs", { id: "/heron/docs", dryRun: true })

    expect(preview.json).toMatchObject({ hidesPublicLibrary: true, redirects: true })
  })

  it("goes into a project of its teamspace, which public libraries cannot", async () => {
    const url = "/api/v2/teamspaces/main/projects"
    const project = await program.call({ method: "POST", url, headers: asAdmin, payload: { name: "Handbooks" } })
    const { id: projectId }: { readonly id: string } = project.json
    const refused = await move("/heron/docs", { projectId })
    await move("/otter/docs", { private: true })
    const moved = await move("/otter/docs", { projectId })
    const back = await move("/otter/docs", { projectId: "default" })

    expect(refused.status).toBe(400)
    expect([moved.json, back.json]).toMatchObject([{ projectId }, { projectId: null }])
    expect((await move("/otter/docs", { projectId: "unknown" })).status).toBe(403)
  })
})
