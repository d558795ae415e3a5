import { describe, expect, it } from "vitest"
import { splitAtom } from "./split-text.ts"

const LINES = { start: 1, end: 1 }

describe("text that is too long for one snippet", () => {
  it("is cut at a space near the limit, and anywhere where there is none", () => {
    const cut = (text: string) => splitAtom({ kind: "prose", text, lines: LINES }, 10).map((atom) => atom.text)

    expect(cut("koi tench carp bream")).toEqual(["koi tench", "carp bream"])
    expect(cut("a koitenchcarpbream")).toEqual(["a koitench", "carpbream"])
  })

  it("keeps the last sentence of a paragraph that is only a little too long", () => {
    const cut = (text: string) => splitAtom({ kind: "prose", text, lines: LINES }, 50).map((atom) => atom.text)
    const sentences = (last: string) => `Koi swim in ponds that are deep enough. ${last}`

    expect(cut(sentences("Carp do as well."))).toHaveLength(2)
    expect(cut(sentences("So do carp."))).toEqual([sentences("So do carp.")])
  })

  it("is cut between the rows of a table, and in a long row inside its longest cell", () => {
    const head = "| Name | Text | Koi |\n|-|-|-|"
    const words = "Feed it once. ".repeat(9).trim()
    const table = `${head}\n| \`a \\| b\` | ${words} | ✓ |\n| \`c\` | Short. |  |`

    const parts = splitAtom({ kind: "table", text: table, lines: LINES }, 110).map((atom) => atom.text)

    expect(parts).toEqual([
      `${head}\n| \`a \\| b\` | Feed it once. Feed it once. Feed it once. […] | ✓ |`,
      `${head}\n| \`a \\| b\` | […] Feed it once. Feed it once. Feed it once. […] | ✓ |`,
      `${head}\n| \`a \\| b\` | […] Feed it once. Feed it once. Feed it once. | ✓ |`,
      `${head}\n| \`c\` | Short. |  |`,
    ])
  })

  it("gives every long cell of a row rows of its own, with the name of the row", () => {
    const cell = (word: string) => `${word} it once. `.repeat(12).trim()
    const table = `| \`a\` | ${cell("Feed")} | ${cell("Wash")} |`

    const parts = splitAtom({ kind: "table", text: table, lines: LINES }, 130).map((atom) => atom.text)

    expect(parts.every((part) => part.startsWith("| `a` | ") && part.endsWith(" |") && part.length <= 130)).toBe(true)
    expect(parts.join(" ").match(/Feed/g)).toHaveLength(12)
    expect(parts.join(" ").match(/Wash/g)).toHaveLength(12)
  })

  it("takes time that grows with its length, also without any space", () => {
    const before = process.cpuUsage()

    const parts = splitAtom({ kind: "prose", text: "koi@".repeat(1_250_000), lines: LINES }, 280)

    expect(parts).toHaveLength(17_858)
    // It takes some milliseconds; searching all text before each part took 20 s.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
  })
})
