import type { ListPagesResponse } from "@lectern/contract"
import { afterAll, beforeAll, expect, it } from "vitest"
import { asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

let program: TestProgram
beforeAll(async () => {
  program = await startTestProgram({ workerMode: "inline" })
  const page = (name: string, content: string) => ({
    id: `https://otter.example/${name}`,
    content,
    breadcrumb: `Otters > ${name}`,
    pageTitle: name,
  })
  const library = {
    project: "/otter/docs",
    title: "Otters",
    infoSnippets: [
      page("sleep", "Otters hold hands while they sleep."),
      page("food", "Sea urchins and mussels are breakfast."),
      page("tanks", "Rinse each tank on Monday."),
    ],
  }
  const payload = { libraries: [library] }
  await program.call({ method: "POST", url: "/api/v2/import-libraries", headers: asAdmin, payload })
  await program.settle()
})
afterAll(() => program.remove())

const list = async (query = ""): Promise<ListPagesResponse> =>
  (await program.call({ url: `/api/v2/libs/otter/docs/pages${query}`, headers: asAdmin })).json

it("lists the pages that no answer contained first, whether one library was asked or all", async () => {
  const context = "/api/v2/context?libraryId=/otter/docs&query="
  await program.call({ url: `${context}how+do+otters+sleep` })
  await program.call({ url: `${context}how+do+otters+sleep&type=json` })
  await program.call({ url: "/api/v3/search?library=otter+docs&query=urchins+breakfast" })
  await expect.poll(async () => (await list()).answerCount).toBe(3)

  const { pages, ...totals } = await list()

  expect(totals).toEqual({
    libraryId: "/otter/docs",
    version: "",
    countsAnswers: true,
    answerCount: 3,
    total: 3,
    neverReturnedCount: 1,
  })
  expect(pages.map(({ title, answerCount }) => [title, answerCount])).toEqual([
    ["tanks", 0],
    ["food", 1],
    ["sleep", 2],
  ])
  expect((await list("?offset=1&limit=1")).pages.map(({ title }) => title)).toEqual(["food"])
})

it("refuses callers who may not change the library, and versions that are not indexed", async () => {
  const answers = [
    await program.call({ url: "/api/v2/libs/otter/docs/pages" }),
    await program.call({ url: "/api/v2/libs/otter/docs/pages?version=v9", headers: asAdmin }),
    await program.call({ url: "/api/v2/libs/otter/docs/pages?limit=5000", headers: asAdmin }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([401, 404, 400])
})
