import { describe, expect, it } from "vitest"

import { addVectors, type EmbedTexts } from "./add-vectors.ts"
import { aPage, buildTestIndex } from "../index.testing.ts"
import { nearestInBlock } from "./nearest-snippets.ts"
import { openIndex } from "../read/open-index.ts"
import { quantise, quantiseQuestion } from "./vector-blocks.ts"

const DIRECTIONS = { red: [1, 0.1, 0], green: [0, 1, 0.2], blue: [0.1, 0, 1] }
const vectorOf = (text: string) => {
  const colour = Object.entries(DIRECTIONS).find(([name]) => text.includes(name))?.[1]
  return Float32Array.from(colour ?? [1, 1, 1])
}

function anIndex(...colours: string[]): string {
  return buildTestIndex(colours.map((colour) => aPage(`${colour}.md`, colour, [[1, colour, `This is ${colour}.`]])))
    .path
}

/** Embeds and keeps what it was asked. */
function aRecorder(embed: (text: string) => Float32Array = vectorOf) {
  const asked: string[] = []
  const record: EmbedTexts = (texts) => {
    asked.push(...texts)
    return Promise.resolve(texts.map(embed))
  }
  return { asked, embed: record }
}

const options = { model: "m", earlierPaths: [], signal: new AbortController().signal }

describe("addVectors", () => {
  it("gives every snippet a vector that finds it", async () => {
    const path = anIndex("red", "green", "blue")

    expect(await addVectors(path, { ...options, embed: aRecorder().embed })).toEqual({ vectors: 3, reused: 0 })

    const index = openIndex(path)
    const vectors = index.vectors
    expect(vectors).toMatchObject({ model: "m", dimension: 3, blockCount: 1 })
    const near = nearestInBlock(vectors!, 0, quantiseQuestion(Float32Array.from([0, 2, 0])), 2)
    expect(near.map(({ snippet }) => index.indexedSnippet(snippet).content)).toEqual(["This is green.", "This is red."])
    expect(near[0]?.cosine).toBeCloseTo(1 / Math.hypot(1, 0.2), 2)
    index.close()
  })

  it("embeds nothing again that an earlier file of the same model holds", async () => {
    const earlier = anIndex("red", "green")
    await addVectors(earlier, { ...options, embed: aRecorder().embed })
    const [unchanged, grown, otherModel] = [aRecorder(), aRecorder(), aRecorder()]

    const earlierPaths = [earlier]
    const again = await addVectors(anIndex("red", "green"), { ...options, earlierPaths, embed: unchanged.embed })
    await addVectors(anIndex("red", "blue"), { ...options, earlierPaths, embed: grown.embed })
    await addVectors(anIndex("red"), { ...options, model: "n", earlierPaths, embed: otherModel.embed })

    expect(again).toEqual({ vectors: 2, reused: 2 })
    expect([unchanged.asked.length, grown.asked.length, otherModel.asked.length]).toEqual([0, 1, 1])
  })

  it("embeds everything anew when the model gives another dimension than before", async () => {
    const earlier = anIndex("red")
    await addVectors(earlier, { ...options, embed: aRecorder().embed })
    const path = anIndex("red", "green")
    const longer = aRecorder(() => Float32Array.from([1, 2, 3, 4]))

    await addVectors(path, { ...options, earlierPaths: [earlier], embed: longer.embed })

    expect(longer.asked).toHaveLength(2)
    const index = openIndex(path)
    expect(index.vectors?.dimension).toBe(4)
    index.close()
  })

  it("leaves the file as it was when the embedder fails", async () => {
    const path = anIndex("red")

    await expect(addVectors(path, { ...options, embed: () => Promise.reject(new Error("no")) })).rejects.toThrow("no")

    const index = openIndex(path)
    expect(index.vectors).toBeUndefined()
    index.close()
  })
})

describe("quantise", () => {
  it("keeps the direction of a vector of any length within a hundredth", () => {
    const vector = Float32Array.from({ length: 384 }, (_, at) => Math.sin(at) / 1_000)
    const bytes = quantise(vector)

    const dot = vector.reduce((sum, number, at) => sum + number * (bytes[at] ?? 0), 0)
    const lengths = Math.hypot(...vector) * Math.hypot(...bytes)
    expect(dot / lengths).toBeGreaterThan(0.99)
  })
})
