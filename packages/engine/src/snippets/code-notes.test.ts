import { describe, expect, it } from "vitest"
import type { Atom } from "./atoms.ts"
import { bindNotes } from "./code-notes.ts"
import { groupAtoms } from "./group-atoms.ts"

const SIZES = { targetCharacters: 400, maxCharacters: 800, maxCodeCharacters: 1_000 }
const LINES = { start: 1, end: 1 }

function code(source: string): Atom {
  return { kind: "code", text: `\`\`\`py\n${source}\n\`\`\``, code: { language: "py", code: source }, lines: LINES }
}

function prose(text: string): Atom {
  return { kind: "prose", text, lines: LINES }
}

function textsOf(atoms: readonly Atom[]): readonly string[][] {
  return groupAtoms(atoms, SIZES).map((group) => group.map(({ text }) => text))
}

describe("notes to marks in code", () => {
  const long = code(`${"feed(koi)\n".repeat(80)}wait()  # (1)`)

  it("stay in the snippet of their code, which other text does not", () => {
    const notes = "1. Koi are slow.\n2. Wait anyway."

    expect(textsOf([long, prose(notes), prose("Then leave.")])).toEqual([[long.text, notes], ["Then leave."]])
    expect(textsOf([code("feed(koi)\n".repeat(80)), prose(notes)])).toHaveLength(2)
  })

  it("are split from text that follows them in the same list", () => {
    const atoms = bindNotes([long, prose("1. Koi are slow.\n\n   Very slow.\n\n2. Wait.\n\n**Decorator**\n\nOr:")])

    expect(atoms.map(({ text, isNotes }) => [text, isNotes])).toEqual([
      [long.text, undefined],
      ["1. Koi are slow.\n\n   Very slow.\n\n2. Wait.", true],
      ["**Decorator**\n\nOr:", undefined],
    ])
  })

  it("are marked as cut from code that is too long for them", () => {
    const notes = prose(`1. ${"Koi are slow. ".repeat(30)}`)

    const groups = groupAtoms([long, notes], SIZES)

    expect(groups.map((group) => group.map(({ cuts }) => cuts))).toEqual([
      [{ before: false, after: true }],
      [{ before: true, after: false }],
    ])
  })
})
