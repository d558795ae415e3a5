import { describe, expect, it } from "vitest"

import type { Gap, SectionGroup } from "./arrange-snippets.ts"
import { needOfNext, snippetsToFill } from "./fill-gaps.ts"

const aGap = (to: number, from = 0): Gap => ({ group: {} as SectionGroup, from, to })
const ofTokens = (...tokens: readonly number[]) => ({ snippetTokens: Uint16Array.from(tokens) })
const SENTENCE = "Ravens carry posts."
const CODE = "```js\nraven.send()\n```"

const idsToFill = (...given: Parameters<typeof snippetsToFill>) =>
  snippetsToFill(...given).map(({ snippet }) => snippet)

it("fills gaps of up to 120 tokens", () => {
  expect(idsToFill(aGap(2), ofTokens(60, 60), () => SENTENCE)).toEqual([1, 0])
  expect(idsToFill(aGap(2), ofTokens(60, 61), () => SENTENCE)).toEqual([])
})

it.each([
  ["refers back", "This keeps them dry.", 400],
  ["continues a list", "- by sea", 400],
  ["continues a sentence", "and come back.", 400],
  ["continues code that was cut", "[…]\n\n```js\nravens.send()\n```", 400],
  ["may refer back", "A raven of such a size sends bread.", 200],
])("adds the previous snippet before one that %s", (_, text, maxTokens) => {
  const contents = ["Ravens fly.", SENTENCE, text]
  const fill = (...tokens: readonly number[]) => idsToFill(aGap(2), ofTokens(...tokens), (id) => contents[id] ?? "")

  expect(fill(500, maxTokens)).toEqual([1])
  expect(fill(500, maxTokens + 1)).toEqual([])
})

it("adds snippets as long as each depends on the one before it", () => {
  const contents = ["Ravens fly.", "Ravens eat.", "They eat bread.", "This keeps them busy."]
  const layout = ofTokens(150, 100, 160, 10)

  expect(idsToFill(aGap(3), layout, (id) => contents[id] ?? "")).toEqual([2, 1])
})

it("adds the tab before one with the same language", () => {
  const contents = ["Ravens fly.", `Feed them:\n\n**Raven**\n\n${CODE}`, `**Owl**\n\n${CODE}`]

  expect(idsToFill(aGap(2), ofTokens(500, 400), (id) => contents[id] ?? "")).toEqual([1])
})

it("adds the sentence before the first tab, even if the tab repeats text", () => {
  const contents = ["Ravens fly.", "Feed them:", `**Raven**\n\n${CODE}`, `**Owl**\n\n${CODE}`]
  const fill = (...tokens: readonly number[]) =>
    snippetsToFill(aGap(3), ofTokens(...tokens), (id) => contents[id] ?? "")

  expect(fill(500, 90, 310)).toMatchObject([{ snippet: 2, maySkip: true }, { snippet: 1 }])
  expect(fill(500, 91, 300)).toMatchObject([{ snippet: 2 }])
})

it("adds nothing from before the gap", () => {
  expect(idsToFill(aGap(4, 2), ofTokens(10, 10, 10, 10), () => SENTENCE)).toEqual([3, 2])
})

describe("code far below its sentence", () => {
  const sentence = `Examples of **correct** code:\n\n${CODE}`
  const fill = (...tokens: readonly number[]) => {
    const contents = [SENTENCE, sentence, CODE, CODE, CODE]
    return idsToFill(aGap(4), ofTokens(...tokens), (id) => contents[id] ?? "")
  }

  it("gets it without the code in between", () => {
    expect(fill(200, 90, 300, 300)).toEqual([3, 1])
    expect(fill(200, 91, 300, 300)).toEqual([3])
  })

  it("gets no sentence that is about something else", () => {
    const contents = ["Code:", SENTENCE, CODE, CODE, CODE]

    expect(idsToFill(aGap(4), ofTokens(9, 9, 300, 300), (id) => contents[id] ?? "")).toEqual([3])
  })

  it("may repeat nothing, but its sentence may", () => {
    const contents = [sentence, `${CODE}\n\n${SENTENCE}`, CODE, CODE]

    expect(snippetsToFill(aGap(3), ofTokens(9, 9, 9), (id) => contents[id] ?? "")).toEqual([
      { snippet: 2, maySkip: true, mayRepeat: false },
      { snippet: 1, maySkip: false, mayRepeat: true },
      { snippet: 0, maySkip: false, mayRepeat: true },
    ])
  })
})

it.each([
  ["the rest of a quote", "[…]\n\n> to the sea.", "and come back."],
  [
    "text that needs more, before text that might refer back",
    "This keeps them dry.",
    "A raven of such a size sends bread.",
  ],
  ["code without its sentence, before text that might refer back", CODE, "A raven of such a size sends bread."],
])("adds nothing if it would begin with %s", (_, before, text) => {
  const contents = [SENTENCE, before, text]
  const fill = (...tokens: readonly number[]) => idsToFill(aGap(2), ofTokens(...tokens), (id) => contents[id] ?? "")

  expect(fill(400, 100)).toEqual([])
  expect(fill(150, 100)).toEqual([1, 0])
})

describe("code that uses a name", () => {
  const contents = [
    "A hall:\n\n```js\nconst hall = 1\n```",
    "A rookery:\n\n```js\nconst rookery = build(hall)\n```",
    SENTENCE,
    "Feed it:\n\n```js\nfeed(rookery)\n```",
  ]
  const fill = (...tokens: readonly number[]) => idsToFill(aGap(3), ofTokens(...tokens), (id) => contents[id] ?? "")

  it("gets the nearest declaration of it if that is short", () => {
    expect(fill(80, 90, 200)).toEqual([1])
    expect(fill(80, 91, 200)).toEqual([])
  })
})

it("fills a gap with short code whose names the next snippet explains", () => {
  const contents = [SENTENCE, `Perch:\n\n${CODE}`, "The name `raven` is that of the bird."]
  const fill = (text: string, ...tokens: readonly number[]) =>
    idsToFill(aGap(2), ofTokens(...tokens), (id) => [...contents.slice(0, 2), text][id] ?? "")

  expect(fill(contents[2]!, 99, 120)).toEqual([1])
  expect(fill(contents[2]!, 99, 121)).toEqual([])
  expect(fill("The name `owl` is that of the bird.", 99, 120)).toEqual([])
  expect(fill("A raven is a bird.", 99, 120)).toEqual([])
})

it.each([
  ["refers back", "This keeps them dry.", false],
  ["continues cut text", "[…]\n\nto the sea.", true],
  ["is about something else", "Owls sleep.", false],
])("lets text before a snippet that %s repeat other text", (_, text, mayRepeat) => {
  const contents = [SENTENCE, text]

  expect(snippetsToFill(aGap(1), ofTokens(9), (id) => contents[id] ?? "")).toEqual([
    { snippet: 0, maySkip: false, mayRepeat },
  ])
})

describe("the next snippet", () => {
  const next = (content: string, tokens = 60) => ({ tokens, content: () => content })
  const old = `Version 4 is different:\n\n${CODE}`
  const aCase = `Suppose that you have this rookery:\n\n${CODE}`

  const [once, repeated] = [{ mayRepeat: false }, { mayRepeat: true }]
  it.each([
    ["is introduced", "Ravens do this:", next(SENTENCE), once, once],
    ["describes a label", "- **perch**", next("  Where ravens sit."), once, once],
    ["continues code", `${CODE}\n\n[…]`, next(CODE), repeated, undefined],
    ["is the short rest of a list", "1. Perch.\n\n[…]", next("[…]\n\n2. Fly.", 100), repeated, undefined],
    [
      "is the short rest of a table",
      "| a |\n|-|\n| b |\n\n[…]",
      next("[…]\n\n| a |\n|-|\n| c |", 100),
      repeated,
      undefined,
    ],
    [
      "is an item of a counted list",
      "Two birds:\n\n1. Kites:\n\n```\na\n```",
      next("2. Terns", 240),
      repeated,
      undefined,
    ],
    [
      "is an item beyond the count",
      "Two birds:\n\n1. Kites:\n\n```\na\n```",
      next("3. Terns", 10),
      undefined,
      undefined,
    ],
    [
      "is a long item of a counted list",
      "Two birds:\n\n1. Kites:\n\n```\na\n```",
      next("2. Terns", 241),
      undefined,
      undefined,
    ],
    ["is the rest of a sentence", "It turns\n\n```\na\n```", next("…into this bird.", 120), repeated, undefined],
    ["is the long rest of a list", "1. Perch.\n\n[…]", next("[…]\n\n2. Fly.", 101), undefined, undefined],
    ["is the rest of a sentence", "Ravens\n\n[…]", next("[…]\n\nfly."), undefined, undefined],
    ["is a warning about it", SENTENCE, next("> **Warning:** Ravens bite.", 120), once, undefined],
    ["is a long warning about it", SENTENCE, next("**Caution**\n\nRavens bite.", 121), undefined, undefined],
    ["contains a warning about it", CODE, next("Ravens fly.\n\n> **Warning**\n>\n> They bite.", 120), once, undefined],
    ["is a warning without a box", SENTENCE, next("WARNING: Ravens bite."), once, undefined],
    ["restricts code", CODE, next("Make sure that ravens are fed."), once, undefined],
    ["remarks on code", CODE, next("(The ravens are left out.)"), once, undefined],
    ["restricts code in a note", CODE, next("> **Note**\n>\n> Ravens must be fed."), once, undefined],
    ["restricts code at length", CODE, next("Note that ravens eat.", 61), undefined, undefined],
    ["restricts text", SENTENCE, next("Make sure that ravens are fed."), undefined, undefined],
    ["shows the other side of code", CODE, next(`However, owls differ:\n\n${CODE}`, 200), repeated, undefined],
    ["shows the other side at length", CODE, next("However, owls differ.", 201), undefined, undefined],
    ["is only a note", SENTENCE, next("**Note**\n\nRavens sleep."), undefined, undefined],
    [
      "is a longer result of code",
      `Query:\n\n${CODE}`,
      next(`The result will be:\n\n${CODE}`, 120),
      repeated,
      undefined,
    ],
    ["is the code that code is compared with", old, next(CODE, 120), repeated, undefined],
    ["is long code", old, next(CODE, 121), undefined, undefined],
    ["is other code", old, next("```js\nowl.hoot(night)\n```"), undefined, undefined],
    ["is similar text", old, next(`${SENTENCE}\n\n${CODE}`), undefined, undefined],
    ["is the conclusion of a case", aCase, next(SENTENCE, 120), once, undefined],
    ["is a long conclusion", aCase, next(SENTENCE, 121), undefined, undefined],
    ["replaces code", `Instead of \`send\`:\n\n${CODE}`, next(`Use fly:\n\n${CODE}`, 240), repeated, undefined],
    ["replaces something else", `Instead of \`send\`, fly:\n\nSo.\n\n${CODE}`, next(SENTENCE), undefined, undefined],
    ["is the result of code", `Query:\n\n${CODE}`, next("**Result**\n\n| bread |\n|-|\n| 1 |"), repeated, undefined],
    ["is the example to follow", `❌ Bad\n\n${CODE}`, next(`✅ Good\n\n${CODE}`, 240), repeated, undefined],
    ["is a long example to follow", `❌ Bad\n\n${CODE}`, next(`✅ Good\n\n${CODE}`, 241), undefined, undefined],
    [
      "is the same in another way",
      `Owl\n${CODE}`,
      next("> Slow.\n\nRaven\n```js\nfly()\n```", 240),
      repeated,
      undefined,
    ],
    ["is about something else", SENTENCE, next(SENTENCE), undefined, undefined],
  ])("is needed or not if it %s", (_, text, snippet, auto, full) => {
    expect(needOfNext(text, snippet, true)).toEqual(auto)
    expect(needOfNext(text, snippet, false)).toEqual(full)
  })
})
