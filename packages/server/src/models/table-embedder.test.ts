import { describe, expect, it } from "vitest"

import { createTableEmbedder } from "./table-embedder.ts"
import { readTable, TableUnreadable, writeTable } from "./table-file.ts"

const bytes = writeTable(
  "tiny",
  new Map([
    ["lazi", { weight: 1, vector: [127, 0, 3] }],
    ["defer", { weight: 0.5, vector: [120, 10, 0] }],
    ["banana", { weight: 1, vector: [0, 0, 127] }],
  ]),
)
const signal = new AbortController().signal
const embedder = createTableEmbedder(readTable(bytes), (text) => text.split(" "))
const embed = async (text: string) => (await embedder.embed([text], "question", signal))[0] ?? new Float32Array(0)
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0)

describe("a table of word vectors", () => {
  it("gives texts of like words like directions, of length 1", async () => {
    const [lazy, deferred, banana] = [await embed("lazi"), await embed("defer unknown"), await embed("banana")]

    expect(cosine(lazy, deferred)).toBeGreaterThan(0.95)
    expect(cosine(lazy, banana)).toBeLessThan(0.1)
    expect(cosine(lazy, lazy)).toBeCloseTo(1)
  })

  it("weighs the words of a text", async () => {
    const [, , third = 0] = await embed("lazi banana")

    expect(third).toBeCloseTo(130 / Math.hypot(127, 0, 130))
  })

  it("gives a text without known words no direction", async () => {
    expect([...(await embed("nothing known"))]).toEqual([0, 0, 0])
  })

  it("is another model when its file is another", () => {
    const other = writeTable("tiny", new Map([["lazi", { weight: 2, vector: [127, 0, 3] }]]))

    expect(readTable(bytes).id).toMatch(/^table:tiny:[0-9a-f]{12}$/)
    expect(readTable(other).id).not.toBe(readTable(bytes).id)
  })

  it.each([
    ["nothing", new Uint8Array(0)],
    ["another magic", Buffer.from("GGUF....and more")],
    ["only the magic", Buffer.from("LCTNVEC1")],
    ["a header longer than the file", Buffer.concat([Buffer.from("LCTNVEC1"), Buffer.from([255, 255, 0, 0])])],
    ["a file that ends in its vectors", bytes.subarray(0, bytes.length - 25)],
    ["a file that ends in its terms", bytes.subarray(0, bytes.length - 3)],
    ["a term twice", Buffer.from(Buffer.from(bytes).toString("latin1").replace("banana", "lazi\na"), "latin1")],
    [
      "a header without a dimension",
      Buffer.from(Buffer.from(bytes).toString("latin1").replace("dimension", "dimensiom"), "latin1"),
    ],
    ["a path as its name", Buffer.from(Buffer.from(bytes).toString("latin1").replace("tiny", "../x"), "latin1")],
    ["no rows", writeTable("none", new Map())],
  ])("refuses %s", (_, damaged) => {
    expect(() => readTable(damaged)).toThrow(TableUnreadable)
  })

  it("refuses a weight that is no finite number", () => {
    const infinite = writeTable("x", new Map([["a", { weight: Number.POSITIVE_INFINITY, vector: [1] }]]))

    expect(() => readTable(infinite)).toThrow(/finite/)
  })
})
