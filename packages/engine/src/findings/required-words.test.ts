import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FINDING_RULES } from "./rules/all-rules.ts"
import type { FindingRule } from "./rules/finding-rule.ts"
import { findRequiredWords, withoutBorders } from "./required-words.ts"

const patterns = FINDING_RULES.flatMap((rule) =>
  rule.patterns.map((pattern: RegExp): [string, RegExp] => [rule.name, pattern]),
)

/** `\b`, `^`, `$` and groups that look around match no characters, and cannot be generated. */
function withoutAssertions(pattern: RegExp): RegExp {
  const assertions = /\\b|\(\?<?[=!](?:[^()[\]\\]|\\.|\[(?:[^\]\\]|\\.)*\]|\((?:[^()\\]|\\.)*\))*\)/g
  const source = pattern.source.replaceAll(assertions, "x{0}")
  return new RegExp(source.replaceAll(/(?<=[(|]|^)\^|\$(?=[)|]|$)/g, "x{0}"), pattern.flags)
}

/** Writes the table of the required words of all rules, with one line per expression. */
function writeTable(): string {
  const rules = FINDING_RULES.map(({ name, patterns }: FindingRule) => {
    const lists = patterns.map((pattern) => `    ${JSON.stringify(findRequiredWords(pattern))},\n`)
    return `  ${JSON.stringify(name)}: [\n${lists.join("")}  ],\n`
  })
  return `import type { FindingRuleName } from "./all-rules.ts"

/**
 * The required words of the expressions of each rule, in the order of its \`patterns\`, as \`findRequiredWords\` derives them. Deriving them
 * in the worker took as long as compiling the expressions. Written by the test of \`required-words.ts\`: run it with \`-u\` after a change
 * of a rule.
 */
export const REQUIRED_WORDS: Readonly<Partial<Record<string, RequiredWords>>> = {
${rules.join("")}} satisfies Record<FindingRuleName, RequiredWords>

type RequiredWords = readonly (readonly (readonly string[])[])[]
`
}

it("has a table of the required words of all rules", async () => {
  await expect(writeTable()).toMatchFileSnapshot("./rules/required-words-table.ts")
})

describe("findRequiredWords", () => {
  it.each<[RegExp, string[][]]>([
    [/\b(?:rm|del) all\b/, [["\brm all\b", "\bdel all\b"]]],
    [/\btool(?:s|box)? [^;]{0,9}names?/, [["\btool ", "\btools ", "\btoolbox "], ["name"]]],
    [/one(?: two){2}/, [[" two"], ["one"]]],
    [/authori[sz]ed/, [["authorised", "authorized"]]],
    [/(?<!not )seen(?= by)/, [["seen"]]],
    [/abc*d/, [["ab"]]],
    [/send \w+ to|post \d+ at/, [["send ", "post "]]],
    [/x|yes/, []],
    [/(?:abc)?\w+/, []],
  ])("finds the words of %s", (pattern, words) => {
    expect(findRequiredWords(pattern)).toEqual(words)
  })

  it.each([/a(?<name>b)/, /(a)\1/, /a/i])("does not support %s", (pattern) => {
    expect(() => findRequiredWords(pattern)).toThrow("unsupported")
  })

  it.each(patterns)("finds words of %s that are in every text that %s matches", (_, pattern) => {
    const lists = findRequiredWords(pattern)

    expect(lists).not.toEqual([])
    fc.assert(
      fc.property(fc.stringMatching(withoutAssertions(pattern)), (text) => {
        for (const words of lists) expect(words.some((word) => text.includes(withoutBorders(word)))).toBe(true)
      }),
      { numRuns: 20 },
    )
  })
})
