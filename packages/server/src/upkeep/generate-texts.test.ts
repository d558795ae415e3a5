import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { manualClock } from "../base/manual-clock.testing.ts"
import { silentLog } from "../base/log.ts"
import { createChatWriter } from "../models/chat-writer.ts"
import { openModelEndpoint } from "../models/model-endpoint.ts"
import {
  type ModelServer,
  type StandInAnswer,
  type StandInRequest,
  startModelServer,
} from "../models/model-server.testing.ts"
import { hashOfText, openIndex, snippetText } from "@lectern/engine"
import { openTestWorker, textSource, type TestWorker } from "../ingest/run/test-worker.testing.ts"
import { readReport } from "../blobs/stored-report.ts"
import { generateTexts, type WritingStage } from "./generate-texts.ts"
import { generatedQuestions } from "./generated-questions.ts"
import { DAY_MS } from "../base/durations.ts"

const TOPICS = Array.from({ length: 20 }, (_, at) => `topic${String.fromCodePoint(97 + at)}`)
const PAGES = Object.fromEntries(
  TOPICS.map((topic) => [`${topic}.md`, `# ${topic}\n\nAll that there is to say of ${topic} is said on this page.\n`]),
)
const signal = new AbortController().signal
const clock = manualClock()

let models: ModelServer
let testWorker: TestWorker
let done: Map<string, string>
/** Libraries in the order in which they were scored. */
let scored: string[]
beforeEach(async () => {
  scored = []
  models = await startModelServer(honestly)
  testWorker = await openTestWorker(() => Promise.resolve(textSource(PAGES)))
  done = new Map()
})
afterEach(async () => {
  await testWorker.close()
  await models.close()
})

interface Material {
  readonly passages: readonly { readonly index: number; readonly headings: string; readonly text: string }[]
  readonly id?: string
}

function materialOf({ body }: StandInRequest): Material {
  const messages = body["messages"] as readonly { readonly content: string }[]
  return JSON.parse(messages[1]!.content) as Material
}

const chat = (content: unknown, tokens = 100): StandInAnswer => ({
  body: { choices: [{ message: { content: JSON.stringify(content) } }], usage: { total_tokens: tokens } },
})

function honestly(request: StandInRequest): StandInAnswer {
  const { passages, id } = materialOf(request)
  if (id !== undefined) return chat({ description: `Everything about ${id}.` })
  return chat({ texts: passages.map(({ index, headings }) => textAbout(index, headings)) })
}
const textAbout = (index: number, headings: string) => ({
  index,
  title: `About ${headings}`,
  description: `Tells\n what\u200b ${headings} is.`,
  question: `Where is ${headings}\n explained?`,
})

async function publish(id = "/a/topics") {
  const { library, job } = await testWorker.submit({ id, description: "" })
  await testWorker.runUntilEnd(job.id)
  return library.key
}

/** Asks nothing; every passage brings the question that was written to it. */
const stages = {
  benchmarkIndex: async (_: string, { libraryKey }: { readonly libraryKey: string }) => {
    const { writeQuestions } = generatedQuestions(testWorker.catalogue, libraryKey)
    const version = await testWorker.catalogue.versions.get(libraryKey, "")
    const index = openIndex(await testWorker.blobs.localPath(version?.indexHash ?? ""))
    const questions = await writeQuestions([...index.snippets()])
    index.close()
    scored.push(libraryKey)
    return {
      score: 77,
      questions: questions.map((question = "by rule") => ({
        kind: question === "by rule" ? ("prose" as const) : ("model" as const),
        question,
        headingPath: [],
        source: "",
        isFound: true,
      })),
    }
  },
}

function write(limits: Partial<WritingStage> = {}, worker = "a worker", scoring = stages) {
  const endpoint = openModelEndpoint({ url: models.url, model: "a-writer" }, clock)
  const writing = { writer: createChatWriter(endpoint), tokensPerDay: 10_000, tokensPerLibrary: 10_000, ...limits }
  return generateTexts({ ...testWorker, stages: scoring, clock, log: silentLog, writing, done }, worker, signal)
}

/** Titles by the text of their passages. */
async function writtenOf(libraryKey: string): Promise<readonly (string | undefined)[]> {
  const version = await testWorker.catalogue.versions.get(libraryKey, "")
  const index = openIndex(await testWorker.blobs.localPath(version?.indexHash ?? ""))
  const hashes = [...index.snippets()].map((snippet) => hashOfText(snippetText(snippet)))
  index.close()
  const texts = await testWorker.catalogue.writtenTexts.read(libraryKey, hashes)
  return hashes.map((hash) => texts.get(hash)?.title)
}
const countOf = async (key: string) => (await writtenOf(key)).filter((title) => title !== undefined).length

describe("writing about served libraries", () => {
  it("gives every passage a title and a description, and a library without one a description", async () => {
    const key = await publish()

    expect(await write()).toBe(true)

    expect(new Set(await writtenOf(key))).toEqual(new Set(TOPICS.map((topic) => `About ${topic}`)))
    const library = await testWorker.catalogue.libraries.byKey(key)
    expect(library).toMatchObject({
      description: "",
      writtenDescription: "Everything about /a/topics.",
      writtenTokens: 400,
    })
    expect(models.requests.map((request) => materialOf(request).passages.length)).toEqual([8, 8, 8, 4])
    expect(models.requests[1]?.body).toMatchObject({ model: "a-writer", temperature: 0 })
  })

  it("pays for a text once, also after a start of the worker", async () => {
    await publish()
    await write()
    done.clear()
    const asked = models.requests.length

    expect(await write()).toBe(true)
    expect(models.requests).toHaveLength(asked)
  })

  it.each([
    ["a refusal", { status: 403, body: {} }],
    ["a 429 that lasts", { status: 429, headers: { "retry-after": "0" }, body: {} }],
    ["an error of the server", { status: 500, headers: { "retry-after": "0" }, body: {} }],
    ["garbage", { text: "<html>" }],
    ["JSON of another form", chat({ titles: [] })],
  ] as const)("keeps what there is and says that it failed on %s", async (_, answer) => {
    const key = await publish()
    models.answerWith((request) => (models.requests.length <= 2 ? honestly(request) : answer))

    expect(await write()).toBe(false)
    expect(await countOf(key)).toBe(8)
    expect((await testWorker.catalogue.libraries.byKey(key))?.state).toBe("finalized")

    models.answerWith(honestly)
    clock.advance(30_000)
    expect(await write()).toBe(true)
    expect(await countOf(key)).toBe(TOPICS.length)
  })

  it("takes what a partial answer holds and does not ask for the rest again", async () => {
    const key = await publish()
    models.answerWith((request) => {
      const { id, passages } = materialOf(request)
      if (id !== undefined) return honestly(request)
      const [first, second, ...others] = passages.map(({ index, headings }) => textAbout(index, headings))
      return chat({
        texts: [first, { ...second, title: "x".repeat(500) }, { index: 99, title: "a", description: "b" }, ...others],
      })
    })

    expect(await write()).toBe(true)
    const asked = models.requests.length
    done.clear()
    await write()

    expect(await countOf(key)).toBe(TOPICS.length - 3)
    expect(models.requests).toHaveLength(asked)
  })

  it("asks passage by passage where a batch gives garbage, so that one keeps no other waiting", async () => {
    const key = await publish()
    models.answerWith((request) => {
      const isBad = materialOf(request).passages.some(({ headings }) => headings === "topicc")
      return isBad && materialOf(request).id === undefined ? { text: "no" } : honestly(request)
    })

    expect(await write()).toBe(true)

    expect((await writtenOf(key)).filter((title) => title === undefined)).toHaveLength(1)
  })

  it("stops at the budget of the day and goes on the next day", async () => {
    const key = await publish()

    expect(await write({ tokensPerDay: 250 })).toBe(true)
    const [first, asked] = [await countOf(key), models.requests.length]
    await write({ tokensPerDay: 250 })
    expect(models.requests).toHaveLength(asked)
    clock.advance(DAY_MS)
    await write({ tokensPerDay: 250 })

    expect(first).toBe(16)
    expect(await countOf(key)).toBe(TOPICS.length)
  })

  it("stops at the budget of a library for good, and writes about others", async () => {
    const [key, other] = [await publish(), await publish("/a/others")]

    expect(await write({ tokensPerLibrary: 150 })).toBe(true)
    done.clear()
    await write({ tokensPerLibrary: 150 })

    expect([await countOf(key), await countOf(other)]).toEqual([8, 8])
  })

  it("estimates what a server does not say, so that budgets hold there too", async () => {
    const key = await publish()
    models.answerWith((request) => {
      const answer = honestly(request)
      return typeof answer === "object" && "body" in answer
        ? { body: { ...(answer.body as object), usage: null } }
        : answer
    })

    await write({ tokensPerDay: 400 })

    expect(await countOf(key)).toBeLessThan(TOPICS.length)
    expect((await testWorker.catalogue.libraries.byKey(key))?.writtenTokens).toBeGreaterThan(300)
  })

  it("is done by one worker at a time", async () => {
    const key = await publish()
    await write({ tokensPerDay: 150 }, "one")

    await write({}, "two")
    expect(await countOf(key)).toBe(8)

    clock.advance(600_001)
    await write({}, "two")
    expect(await countOf(key)).toBe(TOPICS.length)
  })

  it("scores a library by the questions when all are written, and again when there are new ones", async () => {
    const key = await publish()
    await write({ tokensPerDay: 250 })
    const early = [...scored]
    clock.advance(DAY_MS)

    await write({ tokensPerDay: 250 })
    done.clear()
    await write()

    const version = await testWorker.catalogue.versions.get(key, "")
    const report = await readReport(testWorker.blobs, version?.reportHash ?? null)
    expect([early, scored]).toEqual([[], [key]])
    expect((await testWorker.catalogue.libraries.byKey(key))?.benchmarkScore).toBe(77)
    expect(new Set(report?.benchmark?.questions.map(({ question }) => question))).toEqual(
      new Set(TOPICS.map((topic) => `Where is ${topic} explained?`)),
    )
    expect(report?.indexed).toHaveLength(TOPICS.length)
  })

  it("leaves the score of a library alone that was published anew while it was scored", async () => {
    const key = await publish()
    const version = await testWorker.catalogue.versions.get(key, "")
    const from = version?.reportHash ?? ""
    const benchmarkIndex: typeof stages.benchmarkIndex = async (path, asked) => {
      await testWorker.catalogue.versions.replaceReport(version?.key ?? "", { from, to: "of another run" })
      return stages.benchmarkIndex(path, asked)
    }

    await write({}, "a worker", { benchmarkIndex })

    expect(scored).toEqual([key])
    expect((await testWorker.catalogue.libraries.byKey(key))?.benchmarkScore).toBe(-1)
    expect((await testWorker.catalogue.versions.get(key, ""))?.reportHash).toBe("of another run")
  })

  it("writes about other libraries although one cannot be scored", async () => {
    const [key, other] = [await publish(), await publish("/a/others")]
    const benchmarkIndex: typeof stages.benchmarkIndex = (path, asked) =>
      asked.libraryKey === key ? Promise.reject(new Error("no such table")) : stages.benchmarkIndex(path, asked)

    expect(await write({}, "a worker", { benchmarkIndex })).toBe(true)

    expect([await countOf(key), await countOf(other)]).toEqual([TOPICS.length, TOPICS.length])
    const scores = [key, other].map(async (each) => (await testWorker.catalogue.libraries.byKey(each))?.benchmarkScore)
    expect(await Promise.all(scores)).toEqual([-1, 77])
  })

  it("takes a text without a usable question, and asks by rule there", async () => {
    const key = await publish()
    models.answerWith((request) => {
      const { id, passages } = materialOf(request)
      if (id !== undefined) return honestly(request)
      return chat({
        texts: passages.map(({ index, headings }) => ({ ...textAbout(index, headings), question: "x".repeat(400) })),
      })
    })

    await write()

    expect(await countOf(key)).toBe(TOPICS.length)
    expect((await testWorker.catalogue.libraries.byKey(key))?.benchmarkScore).toBe(-1)
  })

  it("forgets the texts of deleted libraries", async () => {
    const key = await publish()
    await write()
    const [hash = ""] = await testWorker.catalogue.writtenTexts.known(key, "chat:a-writer")
    await testWorker.catalogue.libraries.remove(key)

    expect(await testWorker.catalogue.writtenTexts.prune()).toBe(TOPICS.length)
    expect((await testWorker.catalogue.writtenTexts.read(key, [hash])).size).toBe(0)
  })
})
