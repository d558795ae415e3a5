import type { IndexFile, RankableIndex } from "@lectern/engine"
import { countTokens } from "@lectern/engine/tokens"
import { describe, expect, it } from "vitest"
import { completeOwnAddresses } from "./complete-own-addresses.ts"

function rankableWith(url: string): RankableIndex {
  const snippet = { id: 0, url, pageUrl: url, headerTokens: 10 }
  const index = { indexedSnippet: () => snippet, snippet: () => snippet, pages: () => [{ id: 0, url }] }
  return { index: index as unknown as IndexFile } as RankableIndex
}

describe("addresses of this server's own pages", () => {
  it.each([
    "http://127.0.0.1:3000",
    "https://lectern.example",
    "https://docs.internal.k8s-eu-central-1.xn--bcher-kva.example:8443/tools/lectern",
  ])("begin with %s, and count at least as many tokens as they have", (address) => {
    const { index } = completeOwnAddresses(rankableWith("/docs/guide#a"), address)
    const { url, headerTokens } = index.indexedSnippet(0)

    expect([url, index.snippet(0).pageUrl, index.pages(0, 1)[0]?.url]).toEqual(Array(3).fill(`${address}/docs/guide#a`))
    expect(headerTokens - 10).toBeGreaterThanOrEqual(countTokens(url) - countTokens("/docs/guide#a"))
  })

  it("are the only ones that change", () => {
    const other = rankableWith("https://example.com/docs/guide")
    const own = rankableWith("/docs/guide")

    expect(completeOwnAddresses(other, "https://lectern.example")).toBe(other)
    expect(completeOwnAddresses(own, "")).toBe(own)
  })
})
