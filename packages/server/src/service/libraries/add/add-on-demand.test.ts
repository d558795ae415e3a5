import { ListJobsResponse } from "@lectern/contract"
import { afterEach, describe, expect, it } from "vitest"
import { asAdmin, startTestProgram, type TestProgram } from "../../../http/program.testing.ts"

let program: TestProgram
afterEach(() => program.remove())

async function start(setting: "on" | "off"): Promise<void> {
  program = await startTestProgram({ environment: { LECTERN_ADD_ON_DEMAND: setting } })
}
const ask = (libraryId: string, headers: Record<string, string> = asAdmin) =>
  program.call({ url: `/api/v2/context?libraryId=${libraryId}&query=otters`, headers })
const jobs = async () =>
  ListJobsResponse.parse((await program.call({ url: "/api/v2/jobs", headers: asAdmin })).json).jobs

describe("a question to an unknown repository", () => {
  it("adds it once, with the folders of the popular list, when the instance allows it", async () => {
    await start("on")

    const answers = [await ask("/vuejs/docs"), await ask("/vuejs/docs")]

    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(answers[0]?.text).toContain("is being added from github.com")
    expect((await jobs()).map(({ libraryId, kind }) => [libraryId, kind])).toEqual([["/vuejs/docs", "add"]])
    const { json } = await program.call({ url: "/api/v2/libs/vuejs/docs" })
    expect(json).toMatchObject({ source: { url: expect.stringContaining("github.com/vuejs/docs"), folders: ["src"] } })
  })

  it("adds nothing for anonymous callers, for other kinds of sources, and where it is off", async () => {
    await start("on")
    const refused = [await ask("/vuejs/docs", {}), await ask("/websites/vuejs")]
    expect(refused.map(({ status }) => status)).toEqual([404, 404])
    expect(await jobs()).toEqual([])
    await program.remove()

    await start("off")
    expect((await ask("/vuejs/docs")).status).toBe(404)
    expect(await jobs()).toEqual([])
  })
})
