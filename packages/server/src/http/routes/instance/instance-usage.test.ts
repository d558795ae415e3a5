import { InstanceUsage } from "@lectern/contract"
import { afterAll, beforeAll, expect, it } from "vitest"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

let program: TestProgram
beforeAll(async () => {
  program = await startTestProgram({ workerMode: "inline" })
  const page = {
    id: "https://otter.example/sleep",
    content: "Otters hold hands while they sleep.",
    breadcrumb: "Otters",
  }
  const libraries = ["/otter/docs", "/seal/docs"].map((project) => ({
    project,
    title: `Guide ${project}`,
    infoSnippets: [{ ...page, pageTitle: "Sleep" }],
  }))
  const payload = { libraries }
  await program.call({ method: "POST", url: "/api/v2/import-libraries", headers: asAdmin, payload })
  await program.settle()
})
afterAll(() => program.remove())

const readUsage = async () => {
  const { json } = await program.call({ url: "/api/v2/admin/usage?days=7", headers: asAdmin })
  return InstanceUsage.parse(json)
}
const ask = (library: string, query: string) =>
  program.call({ url: `/api/v2/context?libraryId=${library}&query=${encodeURIComponent(query)}` })

it("names the most used libraries, and those with questions that found nothing", async () => {
  await ask("/otter/docs", "how do otters sleep")
  await ask("/otter/docs", "do otters hold hands")
  await ask("/seal/docs", "do otters hold hands")
  await ask("/otter/docs", "quantum chromodynamics")
  const payload = { question: "do seals sleep", note: "yes" }
  const reported = await program.call({
    method: "POST",
    url: "/api/v2/libs/seal/docs/questions",
    headers: asAdmin,
    payload,
  })
  await expect.poll(async () => (await readUsage()).total.txt).toBe(3)
  await expect.poll(async () => (await readUsage()).weakLibraries.length).toBe(2)

  const usage = await readUsage()

  expect(reported.status).toBe(200)
  expect(usage).toMatchObject({ countsUsage: true, otherLibrariesCount: 0, topics: [] })
  expect(usage.libraries).toEqual([
    { libraryId: "/otter/docs", title: "Guide /otter/docs", private: false, count: 2 },
    { libraryId: "/seal/docs", title: "Guide /seal/docs", private: false, count: 1 },
  ])
  expect(usage.weakLibraries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ libraryId: "/otter/docs", unansweredCount: 1, wrongCount: 0 }),
      expect.objectContaining({ libraryId: "/seal/docs", unansweredCount: 0, wrongCount: 1 }),
    ]),
  )
  expect(usage.questions).toMatchObject([{ libraryId: "/seal/docs", kind: "wrong", question: "do seals sleep" }])
})

it("counts the requests to libraries that the admin cannot see without naming them", async () => {
  const { catalogue } = program.context
  const hidden = await catalogue.libraries.byId("/seal/docs")
  await catalogue.libraries.update(hidden?.key ?? "", { isPrivate: true, teamspaceKey: "somebody-else" })
  await program.context.catalogueSync.catchUp()

  const usage = await readUsage()

  expect(usage.libraries.map(({ libraryId }) => libraryId)).toEqual(["/otter/docs"])
  expect(usage.otherLibrariesCount).toBe(1)
  expect(usage.weakLibraries.map(({ libraryId }) => libraryId)).toEqual(["/otter/docs"])
  expect(usage.questions).toEqual([])
})

it("refuses callers who do not administer the instance", async () => {
  expect((await program.call({ url: "/api/v2/admin/usage" })).status).toBe(401)
})
