import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { aLibrary, aSearchResult, sendJson } from "../../contract-server.testing.ts"
import { parseQuestions } from "../../eval/parse-questions.ts"
import { tokensToAnswer } from "../../eval/tokens-to-answer.ts"
import { aFolder, aServer, run } from "../../run-command.testing.ts"

const QUESTIONS = [
  { id: "first", question: "where is it", evidence: "the *first* words", kind: "where" },
  { id: "late", question: "what comes late", evidence: ["late words", "the first"], kind: "what" },
  { id: "other", question: "what else", evidence: "never said", alternatives: [["late", "words"]], kind: "what" },
  { id: "lost", question: "what is\nlost", evidence: "lost words", kind: "what" },
]
const lines = QUESTIONS.map((question) => JSON.stringify(question)).join("\n")
const ANSWER = `The \`first\`\nwords. ${"filling ".repeat(2_500)} late words`

/** Answers with a text by library id, and with 404 for all others. */
const answering = (texts: Readonly<Record<string, string>>) =>
  aServer({
    "GET /api/v2/context": (request, response) => {
      const id = new URL(request.url ?? "", "http://x").searchParams.get("libraryId") ?? ""
      const code = id === "/a/gone" ? "library_not_found" : "no_snippets_found"
      const text = texts[id]
      if (text === undefined) sendJson(404, { error: code, message: "nothing" })(request, response)
      else response.end(text)
    },
    "GET /api/v2/libs/search": sendJson(200, { results: [aSearchResult()], searchFilterApplied: false }),
  })

async function questionsFile(text = lines): Promise<string> {
  const path = join(await aFolder(), "questions.jsonl")
  await writeFile(path, text)
  return path
}

describe("lectern eval", () => {
  it("prints shares and medians, all and by kind, and what is missed", async () => {
    const server = await answering({ "/a/b": ANSWER })

    const { exitCode, outText } = await run(["eval", "/a/b", await questionsFile(), "--url", server.url])

    expect(exitCode).toBe(0)
    expect(
      outText()
        .split("\n")
        .map((line) => line.replaceAll(/\s+/g, " ").trim()),
    ).toEqual([
      "/a/b hit@1000 hit@2000 hit@5000 median",
      "all questions, 4 25.0 25.0 75.0 2508",
      "what, 3 0.0 0.0 66.7 2509",
      "where, 1 100.0 100.0 100.0 5",
      "",
      "not answered within 2000 tokens by /a/b:",
      "late (2509 tokens) what comes late",
      "other (2508 tokens) what else",
      "lost (not found) what is lost",
      "",
    ])
    expect(server.requests[0]).toContain("libraryId=%2Fa%2Fb&query=where+is+it&tokens=5000&type=txt")
  })

  it("reads standard input, uses the best match for a name, and prints one JSON document with --json", async () => {
    const server = await answering({ "/a/b": ANSWER })

    const { outText, errText } = await run(["eval", "b", "--json", "--url", server.url], { stdinText: lines })

    expect(JSON.parse(outText())).toMatchObject({
      library: "/a/b",
      figures: { questions: 4, hit1000: 25, hit2000: 25, hit5000: 75, medianTokens: 2508 },
      byKind: { where: { questions: 1, medianTokens: 5 } },
      answers: [{ id: "first", tokens: 5 }, { id: "late" }, { id: "other" }, { id: "lost", tokens: null }],
    })
    expect(errText()).toContain("using /a/b")
  })

  it("compares two versions question by question", async () => {
    const server = await answering({ "/a/b": "the first words", "/a/b/v1": "lost words, late words" })

    const { outText } = await run(["eval", "/a/b", await questionsFile(), "--compare", "/a/b/v1", "--url", server.url])

    expect(outText()).toContain("won 1: first\nlost 2: other, lost\n")
  })

  it("compares two servers, and sends the key of the first to that server only", async () => {
    const [ours, theirs] = [await answering({ "/a/b": ANSWER }), await answering({})]

    const { outText } = await run(
      ["eval", "/a/b", await questionsFile(), "--json", "--url", ours.url, "--compare-url", theirs.url],
      { environment: { LECTERN_API_KEY: "lectern_of_the_first" } },
    )

    expect(JSON.parse(outText())).toMatchObject({ won: ["first"], lost: [], compared: { url: theirs.url } })
    expect(ours.requests.every((request) => request.endsWith("Bearer lectern_of_the_first"))).toBe(true)
    expect(theirs.requests).toHaveLength(QUESTIONS.length)
    expect(theirs.requests.every((request) => request.endsWith(" anonymous"))).toBe(true)
  })

  it("fails with the server's message if the library does not exist", async () => {
    const server = await answering({})

    expect(await run(["eval", "/a/gone", await questionsFile(), "--url", server.url])).toMatchObject({ exitCode: 3 })
  })

  it.each([
    ["{", "invalid question on line 1: invalid JSON"],
    [`{"question": "a"}`, "invalid question on line 1: evidence"],
    [`\n{"question": "a", "evidence": []}`, "invalid question on line 2: evidence"],
    [`{"question": "${"a".repeat(501)}", "evidence": "b"}`, "invalid question on line 1: question"],
    [`${lines}\n${lines}`, "the id first is already used on line 1"],
    ["", "the file contains no questions"],
  ])("reports the line that is not a question: %s", async (text, message) => {
    const { exitCode, errText } = await run(["eval", "/a/b", await questionsFile(text)])

    expect(exitCode).toBe(2)
    expect(errText()).toContain(message)
  })

  it("reports a missing file", async () => {
    const { exitCode, errText } = await run(["eval", "/a/b", "no-such-file.jsonl"])

    expect([exitCode, errText()]).toEqual([3, expect.stringContaining("cannot read no-such-file.jsonl")])
  })
})

describe("tokensToAnswer", () => {
  const countCharacters = (text: string) => text.length

  it("ends at the last quotation of the alternative that is complete first", () => {
    expect(tokensToAnswer("one two three four", [["four"], ["three", "one"]], countCharacters)).toBe(13)
    expect(tokensToAnswer("one two", [["one", "three"], ["***"]], countCharacters)).toBe(Number.POSITIVE_INFINITY)
  })

  it("finds every part of any text, regardless of its formatting", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 80 }), fc.nat(80), fc.nat(80), (text, from, length) => {
        const quotation = text.slice(from, from + length)
        fc.pre(/[^\s\\`*_#>|~-]/.test(quotation))
        const asSet = [...quotation].join("`\n*").toUpperCase()

        expect(tokensToAnswer(`before ${text}`, [[asSet]], countCharacters)).toBeLessThanOrEqual(7 + text.length)
      }),
    )
  })
})

describe("lectern eval --min", () => {
  it("exits with 1 only if fewer questions are answered within 2,000 tokens", async () => {
    const server = await answering({ "/a/b": ANSWER })
    const file = await questionsFile()
    const codeOf = async (min: string) => {
      const { exitCode, errText } = await run(["eval", "/a/b", file, "--url", server.url, "--min", min])
      return [exitCode, errText()]
    }

    expect(await codeOf("25")).toEqual([0, ""])
    expect(await codeOf("25.1")).toEqual([1, expect.stringContaining("25 % of the questions are answered")])
    expect(await codeOf("many")).toEqual([2, expect.stringContaining("Pass a number from 0 to 100.")])
  })

  it("saves the share as the benchmark score with --save", async () => {
    const server = await aServer({
      "GET /api/v2/context": (_request, response) => response.end(ANSWER),
      "PATCH /api/v2/libs/a/b": sendJson(200, aLibrary({ benchmarkScore: 25 })),
    })

    const { exitCode } = await run(["eval", "/a/b/1.0", await questionsFile(), "--url", server.url, "--save"])

    expect([exitCode, server.bodies.at(-1)]).toEqual([0, '{"benchmarkScore":25}'])
  })

  it("skips questions whose evidence is not filled in yet, and fails if there are no others", async () => {
    const server = await answering({ "/a/b": ANSWER })
    const unfinished = '{"id":"x","question":"why","evidence":""}\n'
    const evaluate = async (text: string) => run(["eval", "/a/b", await questionsFile(text), "--url", server.url])

    const [some, none] = [await evaluate(unfinished + lines), await evaluate(unfinished)]

    expect([some.exitCode, some.errText()]).toEqual([0, "skipped 1 question without evidence\n"])
    expect([none.exitCode, none.errText()]).toEqual([2, expect.stringContaining("no questions with evidence")])
  })
})

describe("parseQuestions", () => {
  it("accepts lines without an id and a kind, and ignores other fields", () => {
    expect(parseQuestions(`{"question":"a","evidence":"b","library":"/x/y"}\n\n`).questions).toEqual([
      { id: "1", question: "a", kind: "-", ways: [["b"]] },
    ])
  })
})
