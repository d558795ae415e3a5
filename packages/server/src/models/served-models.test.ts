import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { manualClock } from "../base/manual-clock.testing.ts"
import { makeOutgoing } from "../net/outgoing.ts"
import { openTestProxy } from "../net/proxy-server.testing.ts"
import { createApiEmbedder } from "./api-embedder.ts"
import { createApiReranker } from "./api-reranker.ts"
import { createChatReranker } from "./chat-reranker.ts"
import type { ModelFailure, ModelFailureReason } from "./errors.ts"
import { openModelEndpoint } from "./model-endpoint.ts"
import {
  answerHonestly,
  embeddingsOf,
  letterVector,
  type ModelServer,
  type StandInAnswer,
  startModelServer,
} from "./model-server.testing.ts"

let server: ModelServer
beforeAll(async () => void (server = await startModelServer()))
afterAll(() => server.close())
beforeEach(() => {
  server.answerWith(answerHonestly)
  server.requests.length = 0
})

const signal = new AbortController().signal
const clock = manualClock()
const endpointOf = () => openModelEndpoint({ url: server.url, key: "a-key", model: "letters" }, clock)
const embedderOf = (endpoint = endpointOf(), dimension?: number) =>
  createApiEmbedder({ endpoint, dimension, questionTimeoutMs: 300 })
const judgeOf = () => createChatReranker({ endpoint: endpointOf(), maxSnippets: 10, timeoutMs: 300 })
const rerankerOf = () => createApiReranker("documents", { endpoint: endpointOf(), maxSnippets: 10, timeoutMs: 300 })

async function reasonOf(work: Promise<unknown>): Promise<ModelFailureReason> {
  const failure = (await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )) as ModelFailure
  expect(failure.name).toBe("ModelFailure")
  return failure.reason
}

const BAD_ANSWERS: readonly (readonly [string, StandInAnswer, ModelFailureReason])[] = [
  ["a refusal", { status: 401, body: { error: "bad key" } }, "refused"],
  ["a 429 that lasts", { status: 429, headers: { "retry-after": "0" }, body: {} }, "busy"],
  ["an error of the server", { status: 503, headers: { "retry-after": "0" }, body: {} }, "busy"],
  ["a redirect elsewhere", { status: 302, headers: { location: "http://127.0.0.1:9/" }, body: {} }, "refused"],
  ["no answer in time", "silent", "timeout"],
  ["text that is not JSON", { text: "<html>" }, "garbage"],
  ["JSON of another form", { body: [1, 2, 3] }, "garbage"],
]

describe("the embedder of a server", () => {
  it("embeds any number of texts in batches, in their order, and counts what it costs", async () => {
    const endpoint = endpointOf()
    const texts = Array.from({ length: 70 }, (_, at) => "a".repeat(at + 1))

    const vectors = await embedderOf(endpoint).embed(texts, "passage", signal)

    expect(vectors.map((vector) => [...vector])).toEqual(
      texts.map((text) => [...Float32Array.from(letterVector(text))]),
    )
    expect(server.requests.map(({ body }) => (body["input"] as string[]).length)).toEqual([32, 32, 6])
    expect(server.requests[0]).toMatchObject({ authorization: "Bearer a-key", body: { model: "letters" } })
    expect(endpoint.usage).toEqual({ requests: 3, failures: 0, tokens: 70 })
  })

  it("asks again for the texts that an answer leaves out", async () => {
    server.answerWith(({ body }) => {
      const input = body["input"] as string[]
      return input.length > 1 ? embeddingsOf(input.slice(0, -1)) : embeddingsOf(input)
    })

    const vectors = await embedderOf().embed(["a", "b", "c"], "passage", signal)

    expect(vectors.map((vector) => vector.indexOf(Math.max(...vector)))).toEqual([0, 1, 2])
  })

  it("waits as long as a busy server asks for and tries again", async () => {
    let refusals = 2
    server.answerWith((request) =>
      refusals-- > 0 ? { status: 429, headers: { "retry-after": "0" }, body: {} } : answerHonestly(request),
    )

    await expect(embedderOf().embed(["a"], "passage", signal)).resolves.toHaveLength(1)
    expect(server.requests).toHaveLength(3)
  })

  it.each(BAD_ANSWERS)("fails with its reason on %s", async (_, answer, reason) => {
    server.answerWith(() => answer)

    expect(await reasonOf(embedderOf().embed(["a"], "question", signal))).toBe(reason)
  })

  it.each([
    ["two vectors for one text", { data: [0, 0].map((index) => ({ index, embedding: [1, 2] })) }],
    ["a vector of zeros", { data: [{ index: 0, embedding: [0, 0] }] }],
    ["a vector of text", { data: [{ index: 0, embedding: ["1", "2"] }] }],
    ["a vector with a hole", { data: [{ index: 0, embedding: [1, null] }] }],
    ["an empty vector", { data: [{ index: 0, embedding: [] }] }],
    ["no vector at all, twice", { data: [] }],
    ["an index that was not asked about", { data: [{ index: 7, embedding: [1] }] }],
  ])("refuses %s", async (_, body) => {
    server.answerWith(() => ({ body }))

    expect(await reasonOf(embedderOf().embed(["a"], "question", signal))).toBe("garbage")
  })

  it("refuses vectors of another dimension than asked for, and asks the server for that dimension", async () => {
    expect(await reasonOf(embedderOf(endpointOf(), 8).embed(["a"], "question", signal))).toBe("garbage")
    expect(server.requests[0]?.body["dimensions"]).toBe(8)
  })

  it("leaves a server alone after three failures and tries it once after half a minute", async () => {
    const embedder = embedderOf()
    const ask = () => reasonOf(embedder.embed(["a"], "question", signal))
    server.answerWith(() => ({ status: 400, body: {} }))

    expect([await ask(), await ask(), await ask(), await ask()]).toEqual(["refused", "refused", "refused", "resting"])

    clock.advance(30_000)
    server.answerWith(answerHonestly)
    await expect(embedder.embed(["a"], "question", signal)).resolves.toHaveLength(1)
  })

  it("reports an unreachable server", async () => {
    const gone = await startModelServer()
    await gone.close()
    const endpoint = openModelEndpoint({ url: gone.url, model: "m" }, clock)

    expect(await reasonOf(embedderOf(endpoint).embed(["a"], "question", signal))).toBe("unreachable")
  })

  it("passes on that nobody waits any more, and counts no failure for it", async () => {
    const endpoint = endpointOf()
    server.answerWith(() => "silent")

    await expect(embedderOf(endpoint).embed(["a"], "passage", AbortSignal.timeout(20))).rejects.toThrow(/timeout/)
    expect(endpoint.usage.failures).toBe(0)
  })
})

describe("the reranker of a server", () => {
  it.each(["documents", "texts"] as const)("reads the scores of passages sent as %s", async (form) => {
    const reranker = createApiReranker(form, { endpoint: endpointOf(), maxSnippets: 10, timeoutMs: 300 })

    expect(await reranker.rerank("q", ["aaa", "a", "aa"], signal)).toEqual([3, 1, 2])
    expect(server.requests[0]).toMatchObject({ path: "/v1/rerank", body: { query: "q", [form]: ["aaa", "a", "aa"] } })
  })

  it("lets a language model judge, also one that puts its JSON into a fence", async () => {
    const content = '```json\n{"results": [{"index": 1, "score": 9}, {"index": 0, "score": 2.5}]}\n```'
    server.answerWith(() => ({ body: { choices: [{ message: { content } }] } }))

    expect(await judgeOf().rerank("q", ["one", "two"], signal)).toEqual([2.5, 9])
    expect(server.requests[0]).toMatchObject({ path: "/v1/chat/completions", body: { temperature: 0 } })
  })

  it.each(BAD_ANSWERS)("fails with its reason on %s", async (_, answer, reason) => {
    server.answerWith(() => answer)

    expect(await reasonOf(rerankerOf().rerank("q", ["a", "b"], signal))).toBe(reason)
    expect(await reasonOf(judgeOf().rerank("q", ["a", "b"], signal))).toBe(reason)
  })

  it.each([
    ["prose", "The second passage is best."],
    ["half of the JSON", '{"results": [{"index": 0, "sco'],
    ["scores of some passages only", '{"results": [{"index": 0, "score": 3}]}'],
    ["a score in words", '{"results": [{"index": 0, "score": "good"}, {"index": 1, "score": 2}]}'],
    ["another form", '{"scores": [1, 2]}'],
  ])("refuses a language model that answers with %s", async (_, content) => {
    server.answerWith(() => ({ body: { choices: [{ message: { content } }] } }))

    expect(await reasonOf(judgeOf().rerank("q", ["a", "b"], signal))).toBe("garbage")
  })

  it.each([
    ["a passage left out", [{ index: 0, relevance_score: 1 }]],
    ["a passage judged twice", [0, 0].map((index) => ({ index, relevance_score: 1 }))],
    ["a passage that was not given", [0, 2].map((index) => ({ index, relevance_score: 1 }))],
    ["a score that is no number", [0, 1].map((index) => ({ index, relevance_score: "good" }))],
  ])("refuses %s", async (_, results) => {
    server.answerWith(() => ({ body: { results } }))

    expect(await reasonOf(rerankerOf().rerank("q", ["a", "b"], signal))).toBe("garbage")
  })
})

it("is reached through the proxy of the settings", async () => {
  const proxy = await openTestProxy()
  const outgoing = makeOutgoing({ http: proxy.url, dns: "proxy" })
  const url = server.url.replace("127.0.0.1", "models.example")
  const endpoint = openModelEndpoint({ url, key: "a-key", model: "letters", outgoing }, clock)

  const [vector] = await embedderOf(endpoint).embed(["otter"], "passage", signal)
  await proxy.close()

  expect(vector).toHaveLength(letterVector("otter").length)
  expect(proxy.asked).toEqual([`POST ${url}/embeddings`])
})
