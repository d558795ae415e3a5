import { LibraryRecord } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { aBundle, asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

let program: TestProgram
beforeAll(async () => {
  program = await startTestProgram({ workerMode: "inline" })
  const payload = { libraries: [aBundle("/otter/docs")] }
  await program.call({ method: "POST", url: "/api/v2/import-libraries", headers: asAdmin, payload })
  await program.settle()
})
afterAll(() => program.remove())

const patch = (payload: object, headers: Record<string, string> = asAdmin) =>
  program.call({ method: "PATCH", url: "/api/v2/libs/otter/docs", headers, payload })

describe("changing a library", () => {
  it("gives it a title and a schedule, and takes the schedule back", async () => {
    const changed = await patch({ title: "River otters", refreshSchedule: "0 3 * * *" })
    const back = await patch({ refreshSchedule: null })

    expect(LibraryRecord.parse(changed.json)).toMatchObject({ title: "River otters", refreshSchedule: "0 3 * * *" })
    expect(LibraryRecord.parse(back.json)).toMatchObject({ title: "River otters", refreshSchedule: null })
    const { json } = await program.call({ url: "/api/v2/libs/search?libraryName=river%20otters" })
    expect(json).toMatchObject({ results: [{ id: "/otter/docs", title: "River otters" }] })
  })

  it("refuses a schedule that cannot be read, and a change of nothing", async () => {
    const answers = [await patch({ title: "Lost", refreshSchedule: "at night" }), await patch({})]

    expect(answers.map(({ status }) => status)).toEqual([400, 400])
    expect(answers[0]?.text).toContain("refreshSchedule")
    const { json } = await program.call({ url: "/api/v2/libs/otter/docs" })
    expect(json).not.toMatchObject({ title: "Lost" })
  })

  it("is for admins, and says so when a library is not there", async () => {
    const anonymous = await patch({ title: "X" }, {})
    const missing = await program.call({
      method: "PATCH",
      url: "/api/v2/libs/no/no",
      headers: asAdmin,
      payload: { title: "X" },
    })

    expect([anonymous.status, missing.status, missing.json]).toEqual([
      401,
      404,
      expect.objectContaining({ error: "library_not_found" }),
    ])
  })
})
