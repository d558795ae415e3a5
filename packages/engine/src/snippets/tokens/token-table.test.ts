import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { describe, expect, it } from "vitest"
import { makeTokenTable, readTokenTable } from "./token-table.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)
const published = readFileSync(
  createRequire(import.meta.url).resolve("gpt-tokenizer/data/o200k_base.tiktoken"),
  "latin1",
)

describe("readTokenTable", () => {
  it("knows every token that is published, and its rank", () => {
    const { rankOf, rankOfPair } = readTokenTable()
    const wrong: string[] = []
    let pairs = 0

    for (const line of published.trim().split("\n")) {
      const [base64 = "", rank] = line.split(" ")
      const bytes = Buffer.from(base64, "base64")
      if (rankOf(bytes, 0, bytes.length) !== Number(rank)) wrong.push(line)
      if (bytes.length !== 2) continue
      pairs++
      if (rankOfPair[bytes.readUInt16BE()] !== Number(rank)) wrong.push(line)
    }

    expect(wrong).toEqual([])
    expect(rankOfPair.filter((rank) => rank >= 0)).toHaveLength(pairs)
  })
})

describe("makeTokenTable", () => {
  const { rankOf } = makeTokenTable(Buffer.from(["YQ== 0", "YWI= 7", "YWJj 5"].join("\n")))

  it("finds bytes inside of others, and nothing that is no token", () => {
    const bytes = bytesOf("xabcx")

    expect([rankOf(bytes, 1, 2), rankOf(bytes, 1, 3), rankOf(bytes, 1, 4)]).toEqual([0, 7, 5])
    expect([rankOf(bytes, 0, 1), rankOf(bytes, 2, 3), rankOf(bytes, 1, 5), rankOf(bytes, 1, 1)]).toEqual([
      -1, -1, -1, -1,
    ])
  })

  it("takes a vocabulary of nothing", () => {
    expect(makeTokenTable(new Uint8Array()).rankOf(bytesOf("a"), 0, 1)).toBe(-1)
  })
})
