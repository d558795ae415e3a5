import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { LibraryQuestion } from "@lectern/contract"
import { describe, expect, it } from "vitest"
import { aLibrary, sendJson } from "../../contract-server.testing.ts"
import { parseQuestions } from "../../eval/parse-questions.ts"
import { aFolder, aServer, KEY, run } from "../../run-command.testing.ts"

const aQuestion = (given: Partial<LibraryQuestion> = {}): LibraryQuestion => ({
  id: "q1",
  kind: "wrong",
  question: "how do I set a cookie",
  note: "the options are missing",
  version: "",
  count: 3,
  firstAskedAt: "2026-11-20T12:00:00.000Z",
  lastAskedAt: "2026-11-21T12:00:00.000Z",
  ...given,
})
const PATH = "/api/v2/libs/a/b/questions"
const aList = (recordsQuestions: boolean) => ({
  libraryId: "/a/b",
  recordsQuestions,
  unansweredCount: 7,
  questions: [aQuestion(), aQuestion({ id: "q2", kind: "unanswered", question: "what is lost", note: "", count: 2 })],
})

describe("lectern questions", () => {
  it("lists them, and explains how to keep the text of unanswered ones", async () => {
    const { url } = await aServer({ [`GET ${PATH}`]: sendJson(200, aList(false)) })

    const { exitCode, outText, errText } = await run(["questions", "list", "/a/b", "--url", url, "--api-key", KEY])

    expect(exitCode).toBe(0)
    expect(outText().split("\n").slice(0, 2)).toEqual([
      "q1  wrong       3×  how do I set a cookie: the options are missing",
      "q2  unanswered  2×  what is lost",
    ])
    expect(errText()).toContain("7 questions without an answer in /a/b; keep their text with: lectern questions record")
  })

  it("writes a file that eval accepts once the evidence is filled in, without overwriting one", async () => {
    const { url } = await aServer({ [`GET ${PATH}`]: sendJson(200, aList(true)) })
    const out = join(await aFolder(), "questions.jsonl")
    const list = () => run(["questions", "list", "/a/b", "--out", out, "--url", url])

    const [first, second] = [await list(), await list()]

    const text = await readFile(out, "utf8")
    expect([first.exitCode, second.exitCode, second.errText()]).toEqual([
      0,
      1,
      expect.stringContaining("it already exists"),
    ])
    const filled = parseQuestions(text.replace('"evidence":""', '"evidence":"setCookie"'))
    expect(filled).toEqual({
      questions: [{ id: "q1", kind: "wrong", question: "how do I set a cookie", ways: [["setCookie"]] }],
      unfinished: 1,
    })
  })

  it("reports a wrong answer, deletes a question and switches recording", async () => {
    const { url, requests, bodies } = await aServer({
      [`POST ${PATH}`]: sendJson(200, aQuestion()),
      [`DELETE ${PATH}/q1`]: sendJson(200, { message: "Question deleted" }),
      "PATCH /api/v2/libs/a/b": sendJson(200, aLibrary()),
    })

    const codes = [
      await run(["questions", "report", "/a/b", "how do I set a cookie", "--note", "options", "--url", url]),
      await run(["questions", "delete", "/a/b", "q1", "--url", url]),
      await run(["questions", "record", "/a/b", "on", "--url", url]),
      await run(["questions", "record", "/a/b", "maybe", "--url", url]),
    ].map(({ exitCode }) => exitCode)

    expect(codes).toEqual([0, 0, 0, 2])
    expect(requests.map((request) => request.split(" ").slice(0, 2).join(" "))).toEqual([
      `POST ${PATH}`,
      `DELETE ${PATH}/q1`,
      "PATCH /api/v2/libs/a/b",
    ])
    expect(bodies.filter((body) => body !== "").map((body): unknown => JSON.parse(body))).toEqual([
      { question: "how do I set a cookie", note: "options" },
      { recordQuestions: true },
    ])
  })
})
