import type { ListQuestionsResponse } from "@lectern/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { aBundle, asAdmin, startTestProgram, type TestProgram } from "../../program.testing.ts"

let program: TestProgram
beforeAll(async () => {
  program = await startTestProgram({ workerMode: "inline" })
  const payload = { libraries: [aBundle("/otter/docs"), aBundle("/heron/docs")] }
  await program.call({ method: "POST", url: "/api/v2/import-libraries", headers: asAdmin, payload })
  await program.settle()
})
afterAll(() => program.remove())

const url = (library: string) => `/api/v2/libs${library}/questions`
const report = (library: string, payload: object, headers: Record<string, string> = asAdmin) =>
  program.call({ method: "POST", url: url(library), headers, payload })
const ask = (library: string, query: string) =>
  program.call({ url: `/api/v2/context?libraryId=${library}&query=${encodeURIComponent(query)}` })
const list = async (library: string): Promise<ListQuestionsResponse> =>
  (await program.call({ url: url(library), headers: asAdmin })).json

describe("questions whose answer was wrong", () => {
  it("are kept once with a count, and deleted when they are answered", async () => {
    const first = await report("/otter/docs", { question: "how do otters sleep", note: "they hold hands" })
    await report("/otter/docs", { question: "how do otters sleep " })

    const { questions } = await list("/otter/docs")
    expect(first.status).toBe(200)
    expect(questions).toMatchObject([
      { kind: "wrong", question: "how do otters sleep", note: "they hold hands", version: "", count: 2 },
    ])

    const path = `${url("/otter/docs")}/${questions[0]?.id}`
    const answers = [
      await program.call({ method: "DELETE", url: path, headers: asAdmin }),
      await program.call({ method: "DELETE", url: path, headers: asAdmin }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 404])
    expect((await list("/otter/docs")).questions).toEqual([])
  })

  it("are reported with a key only, and listed by people who may change the library", async () => {
    const answers = [
      await report("/otter/docs", { question: "why" }, {}),
      await report("/no/library", { question: "why" }),
      await report("/otter/docs", { question: "" }),
      await program.call({ url: url("/otter/docs") }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([401, 404, 400, 401])
  })
})

describe("questions that no snippet matches", () => {
  it("are counted without their text, until the library keeps it", async () => {
    const unmatched = await ask("/heron/docs", "zxqv wrpl")
    await expect.poll(async () => (await list("/heron/docs")).unansweredCount).toBe(1)
    expect(unmatched.status).toBe(404)
    expect(await list("/heron/docs")).toMatchObject({ recordsQuestions: false, questions: [] })

    const payload = { recordQuestions: true }
    await program.call({ method: "PATCH", url: "/api/v2/libs/heron/docs", headers: asAdmin, payload })
    await ask("/heron/docs", "zxqv wrpl")
    await ask("/heron/docs", "zxqv wrpl")

    await expect.poll(async () => (await list("/heron/docs")).unansweredCount).toBe(3)
    expect(await list("/heron/docs")).toMatchObject({
      recordsQuestions: true,
      questions: [{ kind: "unanswered", question: "zxqv wrpl", count: 2 }],
    })
  })

  it("are kept with their text no longer once that is switched off", async () => {
    const payload = { recordQuestions: false }
    await program.call({ method: "PATCH", url: "/api/v2/libs/heron/docs", headers: asAdmin, payload })
    await ask("/heron/docs", "qqqzzz vvvxxx")

    await expect.poll(async () => (await list("/heron/docs")).unansweredCount).toBe(4)
    expect((await list("/heron/docs")).questions.map(({ question }) => question)).not.toContain("qqqzzz vvvxxx")
  })
})
