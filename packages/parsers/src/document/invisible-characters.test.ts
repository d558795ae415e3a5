import { describe, expect, it } from "vitest"
import { stripInvisible } from "./invisible-characters.ts"

describe("stripInvisible", () => {
  it.each([
    ["zero-width characters", "a\u200bb\ufeffc\u2060d", "abcd"],
    ["bidirectional controls", "a\u202eb\u2066c\u200fd", "abcd"],
    ["tag characters that spell hidden text", "a\u{e0049}\u{e0067}b", "ab"],
    ["variation selectors beyond the emoji one", "a\u{e0100}b\ufe00c ❤\ufe0f", "abc ❤\ufe0f"],
    ["control characters", "a\u0000b\u001bc\u0085d", "abc d"],
    [
      "colours and links of a terminal",
      "\u001b[1;32mpond\u001b[0m \u009b2Kfull\u001b[?25h \u001b]8;;x\u0007koi\u001b]8;;\u001b\\",
      "pond full koi",
    ],
    ["lone surrogates", "a\ud800b", "ab"],
    ["text that is encoded in emoji selectors", "😀\ufe0f\ufe0f\ufe0fa\ufe0fb", "😀\ufe0fab"],
    ["text that is encoded in joiners", "می\u200c\u200d\u200c\u200cخ 😀\u200d\u200d\u200c", "میخ 😀"],
    ["soft hyphens", "docu\u00admentation", "documentation"],
    ["joiners between Latin letters", "a\u200db\u200cc", "abc"],
  ])("removes %s", (_, text, expected) => {
    expect(stripInvisible(text)).toBe(expected)
  })

  it.each([
    "line\nbreak\tand tab",
    "می\u200cخواهم",
    "क्\u200dष",
    "မြန်\u200cမာ",
    "👨\u200d👩\u200d👧",
    "❤\ufe0f\u200d🔥 👩🏽\u200d💻 1\ufe0f⃣",
    "שלום עולם",
    "مرحبا بالعالم",
    "naïve – “quoted” 😀",
    "日本語",
  ])("leaves %j as it is", (text) => {
    expect(stripInvisible(text)).toBe(text)
  })
})
