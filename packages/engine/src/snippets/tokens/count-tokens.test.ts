import fc from "fast-check"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { describe, expect, it } from "vitest"

import { countTokens } from "./count-tokens.ts"

describe("countTokens", () => {
  it.each([
    ["", 0],
    ["hello world", 2],
    ["It's what they'LL do, isn't it?\n\n\n/path/to/file", undefined],
    ["const x = useState<string>('');\n\tif (x) {\r\n  return 404_000\n}", undefined],
    ["日本語のドキュメント と 한국어 und Größe ÅÉ", undefined],
    ["👩‍👩‍👧‍👦 emoji\u200b and ﬁgures ½ ①", undefined],
  ])("counts %j as the tokenizer does", (text, expected) => {
    expect(countTokens(text)).toBe(expected ?? encode(text).length)
  })

  it("agrees with the tokenizer on any text", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(" ", "\n", "```js\n", "don't", "A1", "/", "...")),
          { maxLength: 30 },
        ),
        (parts) => {
          const text = parts.join("")

          expect(countTokens(text)).toBe(encode(text).length)
        },
      ),
      { numRuns: 300 },
    )
  })

  it("agrees with the tokenizer on words of ASCII between other characters", () => {
    const piece = fc.oneof(
      fc.stringMatching(/^[A-Za-z]{1,6}$/),
      fc.constantFrom(
        "é",
        "É",
        "›",
        "—",
        "’s",
        "’",
        "日",
        "½",
        "\u00a0",
        "\u3000",
        "👩‍👧",
        "\ud83d",
        "\u0301",
        "ﬁ",
        "\u2028",
      ),
      fc.constantFrom(" ", "  ", "\n", "\t", "'", "'s", "'r", "/", "\n/", "1", "42", ".", "A", "b", "--"),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("")

        expect(countTokens(text)).toBe(encode(text).length)
      }),
      { numRuns: 1_000 },
    )
  })

  it("agrees with the tokenizer on any text of ASCII, words or not", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary-ascii", maxLength: 12 }),
      fc.stringMatching(/^[A-Za-z]{1,14}$/),
      fc.constantFrom(
        "'s",
        "'LL",
        "'Re",
        "'v",
        "'",
        "  ",
        "\t",
        "\v",
        "\r\n",
        "\n",
        " /",
        "//\n",
        "42",
        "HTTPServer",
        "\u001c",
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("")

        expect(countTokens(text)).toBe(encode(text).length)
      }),
      { numRuns: 1000 },
    )
  })

  it("counts a text longer than any snippet like its parts", () => {
    const line = "Every page says what it is about, and l'été est là.\n\n"

    expect(countTokens(line.repeat(3_000))).toBe(3_000 * encode(line).length)
    expect(countTokens("plain words here\n\n".repeat(9_000))).toBe(9_000 * encode("plain words here\n\n").length)
  })

  it("never counts too few for a run without a break, and takes linear time for it", () => {
    const text = "a".repeat(200_000)

    expect(countTokens(text)).toBeGreaterThanOrEqual(200_000 / 8 / 4)
    expect(countTokens("=".repeat(5_000))).toBeGreaterThanOrEqual(encode("=".repeat(5_000)).length)
  })

  it("takes the name of a control token as the characters it is", () => {
    expect(countTokens("<|endoftext|>")).toBeGreaterThan(1)
  })
})
