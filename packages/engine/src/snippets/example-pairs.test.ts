import { describe, expect, it } from "vitest"
import {
  beginsWithGoodExample,
  beginsWithNextTab,
  beginsWithReplacement,
  beginsWithResult,
  captionedCodeAtEnd,
  endsWithBadExample,
  hasCounterpart,
  isExampleLabel,
  isOnlyTabs,
} from "./example-pairs.ts"

const code = (text: string, language = "js") => `\`\`\`${language}\n${text}\n\`\`\``

describe("the example that readers should not follow", () => {
  it.each([
    ["❌ DON'T", `❌ DON'T\n\nMix food:\n\n${code("mix()")}`],
    ["a title", `**Bad**\n\n${code("mix()")}`],
    ["a label with a colon", `Incorrect:\n\n${code("mix()")}`],
    ["a caption", `Before\n${code("mix()")}`],
    ["a comment in code", code("// ❌ Too much food\nmix()")],
    ["a comment of one word in code", code("# wrong\nmix()", "py")],
    ["a bad one after a good one", `Good:\n\n${code("feed()")}\n\nBad:\n\n${code("mix()")}`],
  ])("is recognised by %s", (_, text) => {
    expect(endsWithBadExample(text)).toBe(true)
    expect(endsWithBadExample(`${text}\n\n[…]`)).toBe(true)
  })

  it.each([
    ["a good one after a bad one", `Bad:\n\n${code("mix()")}\n\nGood:\n\n${code("feed()")}`],
    ["text after the code", `Bad:\n\n${code("mix()")}\n\nKoi.`],
    ["a sentence with such a word", `Feed before noon.\n\n${code("feed()")}`],
    ["such a word in the middle of code", code("feed()\n// before\nswim()")],
  ])("is not %s", (_, text) => {
    expect(endsWithBadExample(text)).toBe(false)
  })
})

it("recognises the example that readers should follow, if it is the first", () => {
  const [good, bad] = [`✅ DO\n\n${code("feed()")}`, `**Don't**\n\n${code("mix()")}`]

  expect([good, `Because of this.\n\n${good}`, `${good}\n\n${bad}`].map(beginsWithGoodExample)).toEqual([
    true,
    true,
    true,
  ])
  expect([bad, `${bad}\n\n${good}`, "Koi."].map(beginsWithGoodExample)).toEqual([false, false, false])
})

it("recognises code that takes the place of the code before it", () => {
  const sentences = ["Now becomes:", "This can be shortened to:", "It is now written as follows:", "becomes"]
  expect(sentences.map((sentence) => beginsWithReplacement(`${sentence}\n\n${code("feed()")}`))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(beginsWithReplacement(`It is written in Go:\n\nKoi.`)).toBe(false)
})

it("recognises labels of examples", () => {
  expect(["✅ DO", "**Good**", "Before:", "Bad example"].map(isExampleLabel)).toEqual([true, true, true, true])
  expect(["Do it.", "Before you dig", "**Note**"].map(isExampleLabel)).toEqual([false, false, false])
})

describe("code under a caption", () => {
  it("is recognised at the end, without names of files", () => {
    expect(captionedCodeAtEnd(`Koi:\n\nExpress\n${code("a()")}`)).toEqual({ caption: "Express", language: "js" })
    expect([`koi.js\n${code("a()")}`, `Koi:\n\n${code("a()")}`, "Koi."].map(captionedCodeAtEnd)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it("has a counterpart in the same language under another caption", () => {
    const express = { caption: "Express", language: "js" }

    expect(hasCounterpart(`> Slow.\n\nFast\n${code("b()")}`, express)).toBe(true)
    expect(hasCounterpart(`Express\n${code("b()")}`, express)).toBe(false)
    expect(hasCounterpart(`Fast\n${code("b()", "ts")}`, express)).toBe(false)
    expect(hasCounterpart(`koi.js\n${code("b()")}`, express)).toBe(false)
  })
})

it("recognises the next tab with the same language", () => {
  const tab = (label: string, language = "js") => `**${label}**\n\n${code("feed()", language)}`

  expect(beginsWithNextTab(`Feed them:\n\n${tab("Koi")}`, `${tab("Carp")}\n\nDone.`)).toBe(true)
  expect(beginsWithNextTab(`Feed them:\n\n${tab("Koi")}`, tab("Carp", "ts"))).toBe(false)
  expect(beginsWithNextTab(`Feed them:\n\n${code("feed()")}`, tab("Carp"))).toBe(false)
  expect(beginsWithNextTab(tab("Koi"), "**Note**\n\nKoi swim.")).toBe(false)
})

it("recognises text that consists of tabs", () => {
  const tab = `**Koi**\n\nfeed.js\n${code("feed()")}`

  expect([tab, `${tab}\n\n**Carp**\n\n${code("feed()")}`].map(isOnlyTabs)).toEqual([true, true])
  expect([`Feed:\n\n${tab}`, `${tab}\n\nDone.`, code("feed()"), "**Koi**\n\nSwim."].map(isOnlyTabs)).not.toContain(true)
})

it("recognises the next tab below captions", () => {
  const tab = (label: string) => `**${label}**\n\n\`pond/feed.js\`\n${code("feed()")}`

  expect(beginsWithNextTab(`Feed them:\n\n${tab("Koi")}`, tab("Carp"))).toBe(true)
  expect(beginsWithNextTab(`Feed them:\n\n\`feed.js\`\n${code("feed()")}`, tab("Carp"))).toBe(false)
})

it("recognises the result of code", () => {
  const results = ["**Result**\n\n| koi |\n|-|\n| 1 |", "**Output:**\n\nKoi", `Result\n${code("1")}`]
  const expected = ["**Success: Expected output**\n\nKoi", `Expected output:\n\n${code("1")}`]

  expect([...results, ...expected].map(beginsWithResult)).toEqual([true, true, true, true, true])
  expect(["Result of feeding\n\nKoi", "**Results in koi**"].map(beginsWithResult)).toEqual([false, false])
})
