import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { unescapeQuestion } from "./unescape-question.ts"

describe("unescapeQuestion", () => {
  it.each([
    ["references of HTML", "&lt;b&gt;bold&lt;/b&gt; shows &amp;lt;b&amp;gt;, it&#39;s", "<b>bold</b> shows <b>, it's"],
    ["spaces that do not break", "width:&nbsp;10&#xa0;px", "width: 10\u00a0px"],
    ["colours of a terminal", "\u001b[31mERROR\u001b[0m \u001b[1;4m[vite]\u001b[22m failed", "ERROR [vite] failed"],
    ["links of a terminal", "\u001b]8;;https://x.test\u0007TS2345\u001b]8;;\u0007 here", "TS2345 here"],
    ["colours that a log spells out", "\\u001b[33mWarn\\x1b[0m \\033[1mnow\\e[0m", "Warn now"],
    ["colours without their first byte", "[31mERROR[0m in App", "ERROR in App"],
    ["line breaks in a string", '"failed to parse\\nUnexpected \\"x\\""', '"failed to parse\nUnexpected "x""'],
    [
      "line breaks before small letters beside others",
      "first line\\n    at foo\\nsecond",
      "first line\n    at foo\nsecond",
    ],
    ["code points in a string", "\\u003cdiv\\u003e of \\x41", "<div> of A"],
    ["slashes of JSON", "https:\\/\\/x.test\\/a", "https://x.test/a"],
    ["marks without width", "use\u200bState docu\u00admentation ❤\ufe0fReact", "useState documentation ❤React"],
    ["ligatures and letters apart from their accents", "con\ufb01g cafe\u0301", "config caf\u00e9"],
  ])("undoes %s", (_, pasted, read) => {
    expect(unescapeQuestion(pasted)).toBe(read)
  })

  it.each([
    "C:\\new\\table\\readme.txt",
    "use App\\Notifications\\NewOrder",
    "rate(http_requests_total[5m]) and x[30m:1m] in [main]",
    "I have \\alpha and \\nabla",
    "a && b, AT&T, &unknown; and &x=1",
    "match \\d+\\.\\d{2}",
  ])("leaves what is no escape: %s", (question) => {
    expect(unescapeQuestion(question)).toBe(question)
  })

  it("takes any text without harm", () => {
    const pieces = fc.array(
      fc.oneof(
        fc.string({ unit: "binary", maxLength: 20 }),
        fc.constantFrom("&", "#", ";", "\\", "u{", "x1b", "[", "m", "\u001b"),
      ),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        expect(typeof unescapeQuestion(parts.join(""))).toBe("string")
      }),
    )
  })

  it("makes of references to halves and beyond all characters a space", () => {
    expect(unescapeQuestion("a&#xd800;b&#x110000;c\\ud800d")).toBe("a b c d")
  })
})
