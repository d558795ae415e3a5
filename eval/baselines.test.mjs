import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cutSections, openFts5, openMiniSearch, pair, readQuestions, tokensToAnswer } from "./baselines.mjs"

describe("the plain engines", () => {
  const sections = ["# Lazy loading\n\nRelations are fetched later.", "# Caching\n\nKeep what was fetched once."]

  it.each([openFts5, openMiniSearch])("find the section that holds the words of a question: %o", (open) => {
    expect(open(sections)('how is "lazy" loading done?')[0]).toBe(sections[0])
    expect(open(sections)("quantum")).toEqual([])
  })

  it("cut pages at headings outside of code, and by size", () => {
    const page = "# A\ntext\n```sh\n# no heading\n```\nB\n===\nmore\n"

    expect(cutSections(page)).toEqual(["# A\ntext\n```sh\n# no heading\n```", "B\n===\nmore"])
    expect(cutSections("x".repeat(4_500)).map(({ length }) => length)).toEqual([2_000, 2_000, 500])
  })
})

describe("tokensToAnswer", () => {
  it("counts until all evidence of one alternative has been read", () => {
    const question = { evidence: ["app.get('/*splat'"], alternatives: [["second", "third"]] }

    const [first, both] = [
      tokensToAnswer(["App.get(\n'/*splat')"], question),
      tokensToAnswer(["second", "third"], question),
    ]
    expect(first).toBeLessThan(20)
    expect(both).toBeLessThan(20)
    expect(tokensToAnswer(["second"], question)).toBe(Number.POSITIVE_INFINITY)
  })

  it("counts up to the evidence, not to the end of the text that contains it", () => {
    const rest = "and so on ".repeat(2_000)
    const question = { evidence: ["app.use(cors())"] }

    expect(tokensToAnswer([`Call app.use(cors()). ${rest}`], question)).toBeLessThan(20)
    expect(tokensToAnswer([`${rest} Call app.use(cors()).`], question)).toBeGreaterThan(5_000)
  })
})

describe("pair", () => {
  it("names what only one of two engines answers", () => {
    const questions = [{ id: "a" }, { id: "b" }, { id: "c" }, { id: "d" }]

    expect(
      pair(
        (id) => id !== "d",
        (id) => id === "c" || id === "d",
        questions,
      ),
    ).toEqual({
      won: ["a", "b"],
      lost: ["d"],
      winsPerLoss: 2,
    })
  })
})

describe("readQuestions", () => {
  it("refuses a line without evidence and names it", () => {
    const good = '{"library": "/a/b", "question": "q", "evidence": ["e"]}'

    expect(readQuestions(`${good}\n\n`)).toMatchObject([{ id: "1", kind: "-" }])
    expect(() => readQuestions(`${good}\n{"library": "/a/b", "question": "q", "evidence": []}`)).toThrow(/line 2/)
  })
})

describe("npm run eval:baselines with --url", () => {
  let folder
  let server
  const asked = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "lectern-baselines-"))
    mkdirSync(join(folder, "docs", "otter__docs"), { recursive: true })
    const page = "# Otters\n\nAn otter swims.\n\n# Seals\n\nA seal dives.\n"
    writeFileSync(join(folder, "docs", "otter__docs", "animals.md"), page)
    const questions = [
      { library: "/otter/docs", question: "does an otter swim", evidence: ["an otter swims"], kind: "fact" },
      { library: "/otter/docs", question: "does a seal dive", evidence: ["a seal dives"], kind: "fact" },
      { library: "/otter/docs", question: "vocabulary gap", evidence: ["a seal dives"], kind: "gap" },
      { library: "/otter/docs", question: "nothing to say", evidence: ["a seal dives"], kind: "gap" },
    ]
    writeFileSync(join(folder, "questions.jsonl"), questions.map((question) => JSON.stringify(question)).join("\n"))
    server = createServer((request, response) => {
      const query = new URL(request.url, "http://x").searchParams
      asked.push([query.get("libraryId"), request.headers.authorization])
      const question = query.get("query")
      if (question === "nothing to say") response.writeHead(404).end("{}")
      else response.end(question === "does an otter swim" ? "An otter dives." : "A seal dives.")
    })
    await new Promise((done) => server.listen(0, "127.0.0.1", done))
  })
  afterAll(async () => {
    await new Promise((done) => server.close(done))
    rmSync(folder, { recursive: true, force: true })
  })

  const run = (url) =>
    promisify(execFile)(process.execPath, [
      fileURLToPath(new URL("baselines.mjs", import.meta.url)),
      "--docs",
      join(folder, "docs"),
      "--questions",
      join(folder, "questions.jsonl"),
      "--url",
      url,
      "--key",
      "a-key",
    ])

  it("asks the server every question and pairs it with every engine", async () => {
    const { stdout } = await run(`http://127.0.0.1:${server.address().port}/`)

    expect(asked).toEqual(Array.from({ length: 4 }, () => ["/otter/docs", "Bearer a-key"]))
    expect(stdout).toMatch(/^all, 4 questions +50\.0 +50\.0 +50\.0$/m)
    expect(stdout).toMatch(/^Lectern: hit@1000 +50\.0 +hit@2000 +50\.0 +hit@5000 +50\.0$/m)
    expect(stdout).toContain("Lectern against FTS5: won 1, lost 1, wins per loss 1.0\n  lost: 1\n")
  })

  it("ends with exit code 2 when the server fails", async () => {
    const failing = createServer((_request, response) => response.writeHead(500).end("broken"))
    await new Promise((done) => failing.listen(0, "127.0.0.1", done))

    await expect(run(`http://127.0.0.1:${failing.address().port}`)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("lectern answers 500 for /otter/docs: broken"),
    })
    await new Promise((done) => failing.close(done))
  })
})
