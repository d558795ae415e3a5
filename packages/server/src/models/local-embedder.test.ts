import { describe, expect, it } from "vitest"

import { createLocalEmbedder } from "./local-embedder.ts"

const signal = new AbortController().signal

/** Stands in for the optional package. */
function aPackage(rowsOf: (texts: string[]) => unknown) {
  const asked: string[] = []
  const env = { allowRemoteModels: true }
  const pipeline = (_: string, model: string) => {
    asked.push(model)
    return Promise.resolve((texts: string[]) => Promise.resolve({ tolist: () => rowsOf(texts) }))
  }
  return { asked, env, module: { env, pipeline } }
}

const embedderOf = (model: string, module: unknown) =>
  createLocalEmbedder({ model, questionTimeoutMs: 200, importModule: () => Promise.resolve(module) })

describe("the local embedder", () => {
  it("loads the model once and embeds in batches", async () => {
    const stand = aPackage((texts) => texts.map((text) => [text.length, 1]))
    const embedder = embedderOf("/models/small", stand.module)
    const texts = Array.from({ length: 20 }, (_, at) => "x".repeat(at + 1))

    const vectors = await embedder.embed(texts, "passage", signal)
    await embedder.embed(["y"], "question", signal)

    expect(vectors.map((vector) => vector[0])).toEqual(texts.map((text) => text.length))
    expect(stand.asked).toEqual(["/models/small"])
  })

  it("fetches nothing for a directory, and may for a name at the hub", async () => {
    const [directory, hub] = [aPackage(() => [[1]]), aPackage(() => [[1]])]

    await embedderOf("./models/small", directory.module).embed(["a"], "question", signal)
    await embedderOf("someone/small", hub.module).embed(["a"], "question", signal)

    expect([directory.env.allowRemoteModels, hub.env.allowRemoteModels]).toEqual([false, true])
  })

  it("says what to install when the package is not there", async () => {
    const importModule = () => Promise.reject(new Error("ERR_MODULE_NOT_FOUND"))
    const embedder = createLocalEmbedder({ model: "m", questionTimeoutMs: 200, importModule })

    await expect(embedder.embed(["a"], "passage", signal)).rejects.toThrow(
      "the package @huggingface/transformers is not installed. Install it next to lectern",
    )
  })

  it.each([
    ["too few vectors", () => []],
    ["no numbers", () => [["a"]]],
    ["no list", () => "rows"],
  ])("refuses %s", async (_, rowsOf) => {
    await expect(embedderOf("m", aPackage(rowsOf).module).embed(["a"], "passage", signal)).rejects.toMatchObject({
      reason: "garbage",
    })
  })

  it("does not let a question wait for a slow model", async () => {
    const slow = { env: {}, pipeline: () => new Promise(() => {}) }

    await expect(embedderOf("m", slow).embed(["a"], "question", signal)).rejects.toMatchObject({ reason: "timeout" })
  })
})
