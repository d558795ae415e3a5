import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { measureSnippet } from "./measure-snippet.ts"
import { longestSectionPath, renderHeader, renderSectionHeading } from "./render-snippet.ts"
import { countTokens } from "./tokens/count-tokens.ts"

describe("measureSnippet", () => {
  it("counts what is rendered, whatever headings and addresses end with", () => {
    const text = fc.array(fc.constantFrom("Guide", " ", "/", "(x)", "…", "数据", "\u00a0", "!", "\n", "'s", "12"), {
      maxLength: 6,
    })
    const word = text.map((parts) => parts.join(""))
    fc.assert(
      fc.property(fc.array(word, { maxLength: 3 }), word, word, (headingPath, url, content) => {
        const first = measureSnippet({ headingPath, url, content })
        const again = measureSnippet({ headingPath, url, content })

        expect(again).toEqual(first)
        expect(first).toEqual({
          contentTokens: countTokens(`${content}\n\n`),
          headingTokens: countTokens(renderSectionHeading(longestSectionPath(headingPath))),
          tokens: countTokens(renderHeader(headingPath, url)) + countTokens(`${content}\n\n`),
        })
      }),
      { numRuns: 500 },
    )
  })
})
