import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { manualClock } from "../base/manual-clock.testing.ts"
import { silentLog } from "../base/log.ts"
import { openIndex } from "@lectern/engine"
import { createApiEmbedder } from "../models/api-embedder.ts"
import { openModelEndpoint } from "../models/model-endpoint.ts"
import { answerHonestly, type ModelServer, startModelServer } from "../models/model-server.testing.ts"
import { aPublication } from "../catalogue/catalogue.contract.testing.ts"
import { createEmbedIndex, type EmbedIndex } from "./embed-index.ts"
import { embedPublished } from "./embed-published.ts"
import { createStages, type Stages } from "../ingest/read/stages.ts"
import { openTestWorker, textSource, type TestWorker } from "../ingest/run/test-worker.testing.ts"

const PAGES = { "a.md": "# Otter\n\nThe otter swims.\n", "b.md": "# Seal\n\nThe seal dives.\n" }
const signal = new AbortController().signal
const clock = manualClock()

let models: ModelServer
let testWorker: TestWorker
beforeEach(async () => {
  models = await startModelServer()
  testWorker = await openTestWorker(() => Promise.resolve(textSource(PAGES)))
})
afterEach(async () => {
  await testWorker.close()
  await models.close()
})

/** Stages with an embedder; without its name there is none. */
function stagesWith(model?: string): Stages {
  if (model === undefined) return createStages(() => Promise.resolve(textSource(PAGES)))
  const endpoint = openModelEndpoint({ url: models.url, model }, clock)
  const embedder = createApiEmbedder({ endpoint, questionTimeoutMs: 300 })
  const embedIndex = createEmbedIndex(embedder, { ...testWorker, log: silentLog })
  return createStages(() => Promise.resolve(textSource(PAGES)), { id: embedder.id, embedIndex })
}

async function publish(id: string) {
  const { library, job } = await testWorker.submit({ id })
  await testWorker.runUntilEnd(job.id)
  return library.key
}

const embed = (model: string, name = "a worker") =>
  embedPublished({ ...testWorker, clock, stages: stagesWith(model) }, name, signal)

async function served(libraryKey: string) {
  const version = await testWorker.catalogue.versions.get(libraryKey, "")
  const index = openIndex(await testWorker.blobs.localPath(version?.indexHash ?? ""))
  const { vectors, meta } = index
  const found = {
    hash: version?.indexHash,
    model: vectors?.model,
    snippets: meta.snippets,
    embedder: version?.embedder,
  }
  const first = vectors === undefined ? undefined : [...vectors.block(0).bytes]
  index.close()
  return { ...found, first }
}

describe("vectors of what is already served", () => {
  it("are added to libraries that were read without an embedder, and made anew by another one, without reading a source", async () => {
    const keys = [await publish("/a/otter"), await publish("/a/seal")]
    const before = await Promise.all(keys.map(served))

    expect(await embed("letters")).toBe(true)
    const first = await Promise.all(keys.map(served))
    models.answerWith(({ body }) => {
      const data = (body["input"] as string[]).map((text, index) => ({ index, embedding: [text.length, 1, 2] }))
      return { body: { data } }
    })
    expect(await embed("lengths")).toBe(true)
    const second = await Promise.all(keys.map(served))

    expect(before.map(({ model }) => model)).toEqual([undefined, undefined])
    expect(first.map(({ model, embedder }) => [model, embedder])).toEqual([
      ["api:letters:own", "api:letters:own"],
      ["api:letters:own", "api:letters:own"],
    ])
    expect(second.map(({ model }) => model)).toEqual(["api:lengths:own", "api:lengths:own"])
    expect(second[0]?.first).toHaveLength(3 * (second[0]?.snippets ?? 0))
    expect(second.map(({ snippets }) => snippets)).toEqual(before.map(({ snippets }) => snippets))
  })

  it("are embedded once", async () => {
    await publish("/a/otter")
    await embed("letters")
    const asked = models.requests.length

    expect(await embed("letters")).toBe(true)

    expect(models.requests).toHaveLength(asked)
  })

  it.each([
    ["refuses", { status: 403, body: {} }],
    ["answers garbage", { text: "<html>" }],
    [
      "gives vectors of two dimensions",
      { body: { data: [[1, 2], [1]].map((embedding, index) => ({ index, embedding })) } },
    ],
  ])("stay as they are while the embedder %s, and come when it answers again", async (_, answer) => {
    const key = await publish("/a/otter")
    const before = await served(key)
    models.answerWith(() => answer)

    expect(await embed("letters")).toBe(false)
    expect(await served(key)).toEqual(before)

    models.answerWith(answerHonestly)
    expect(await embed("letters")).toBe(true)
    expect((await served(key)).model).toBe("api:letters:own")
  })

  it("are made by one worker at a time, and by another when the first has died", async () => {
    const key = await publish("/a/otter")
    await embed("letters", "the first")
    await publish("/a/seal")

    await embed("other", "the second")
    expect((await served(key)).model).toBe("api:letters:own")

    clock.advance(600_000)
    await embed("other", "the second")
    expect((await served(key)).model).toBe("api:other:own")
  })

  it("give way to what a refresh publishes meanwhile", async () => {
    const key = await publish("/a/otter")
    const { versions } = testWorker.catalogue
    const { embedding } = stagesWith("letters")
    if (embedding === undefined) throw new Error("there is an embedder")
    const publishMeanwhile: EmbedIndex = async (path, request) => {
      const failure = await embedding.embedIndex(path, request)
      const { key: versionKey, generation } = request.version
      await versions.publish(versionKey, generation, aPublication({ indexHash: "f".repeat(64), embedder: "newer" }))
      return failure
    }
    const stages = { embedding: { ...embedding, embedIndex: publishMeanwhile } }

    expect(await embedPublished({ ...testWorker, clock, stages }, "a worker", signal)).toBe(true)

    expect(await versions.get(key, "")).toMatchObject({ indexHash: "f".repeat(64), embedder: "newer" })
  })

  it("are left out for an index whose bytes are lost, and made for all others", async () => {
    const lost = await testWorker.catalogue.versions.get(await publish("/a/lost"), "")
    await testWorker.catalogue.versions.replaceIndex(lost?.key ?? "", {
      from: lost?.indexHash ?? "",
      to: "d".repeat(64),
      embedder: "gone",
    })
    const key = await publish("/a/otter")

    expect(await embed("letters")).toBe(true)
    expect((await served(key)).model).toBe("api:letters:own")
  })
})
