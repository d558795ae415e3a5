import { describe, expect, it } from "vitest"
import {
  announces,
  beginsWithCode,
  beginsWithRemark,
  beginsWithSeeAlso,
  continues,
  continuesCode,
  continuesItem,
  endsWithCase,
  endsWithCode,
  endsWithLabel,
  endsWithTitle,
  introduces,
  isOnlyCode,
  isRestOfQuote,
  mayContinue,
  mayReferBack,
  pointsBack,
  refersBack,
} from "./cut-thoughts.ts"

const code = (text: string) => `\`\`\`js\n${text}\n\`\`\``

describe("continues", () => {
  it.each([
    ["the rest of a list", "Set these:\n\n- one\n- two", "- three"],
    ["the rest of a numbered list", "1. Open it.\n2. Read it.", "3. Close it."],
    ["items inside an item", "- Pass a variable\n  * in the shell", "  * in a file"],
    ["a paragraph of an item", "- Pass a variable.", "  It takes any name."],
    ["a list that the previous snippet introduces", "The order is:", "1. command line\n2. defaults"],
    ["code after code", `Write a server:\n\n${code("serve()")}`, code("stop()")],
    ["code under a caption", `Write both:\n\n${code("a()")}`, `stop.js\n${code("b()")}`],
    ["notes to marks in code", `Write:\n\n${code("a() // (1)")}`, "1. Not twice."],
    ["the rest of a list with code", `- One:\n\n${code("a()")}`, "- Two:"],
    ["the rest of a sentence", `Calling\n\n${code("a()")}`, "generates this migration."],
  ])("is true for %s", (_, previous, text) => {
    expect([mayContinue(text), continues(previous, text)]).toEqual([true, true])
  })

  it.each([
    ["prose", "One thing.", "Another thing."],
    ["a new numbered list", "1. Open it.\n2. Read it.", "1. Shut it."],
    ["steps after code", `Write:\n\n${code("a(1)")}`, "1. Open it."],
    ["a list after a paragraph", "- one\n- two\n\nThat was all.", "- three"],
    ["code after a paragraph", "It is done.", code("stop()")],
  ])("is false for %s", (_, previous, text) => {
    expect(mayContinue(text) && continues(previous, text)).toBe(false)
  })
})

it("recognises code that is not the beginning of a statement", () => {
  expect(continuesCode(`The handler feeds:\n\n${code("  , (koi) => {\n    feed(koi)\n  }\n)")}`)).toBe(true)
  expect(continuesCode(`Feed:\n\n${code("feed(\n  koi,\n)")}`)).toBe(false)
})

it.each([
  ["an earlier example", "In the previous example, koi swim.", true],
  ["an earlier step", "We feed the above koi.", true],
  ["an example that follows", "Look at this example.", false],
  ["a page", "On the previous page, koi swim.", false],
])("recognises text that points to %s", (_, text, expected) => {
  expect(pointsBack(text)).toBe(expected)
})

it("recognises the label of an item whose text follows", () => {
  expect(endsWithLabel("- **skip**\n\n  Leaves it out.\n- **with**")).toBe(true)
  expect(endsWithLabel("- `with`")).toBe(true)
  expect(endsWithLabel("- `--max` *count*")).toBe(true)
  expect(endsWithLabel("- `-k`, `--keep` (boolean):")).toBe(true)
  expect(endsWithLabel("- `with` *koi* swims")).toBe(false)
  expect(endsWithLabel("- **skip** leaves it out")).toBe(false)
  expect(endsWithLabel("**with**")).toBe(false)
  expect(["  It calls it.", "It calls it."].map(continuesItem)).toEqual([true, false])
})

it("recognises a sentence that introduces what follows", () => {
  expect(["The order is:", "**Important notes:**", "Done."].map(introduces)).toEqual([true, true, false])
  expect(["Run it.\n\nFor example,", "Feed it, for example,"].map(introduces)).toEqual([true, false])
})

it("recognises a sentence that announces the following sections", () => {
  const sentences = [
    "Koi swim. Below are the ponds of all three koi, `a` and `b`.",
    "The following sections describe ponds.",
    "Ponds are described in the next section.",
    "There are two common ways to dig a pond.",
    "Koi swim below the ice. They sleep.",
    "Below are ponds. Koi swim.",
  ]

  expect(sentences.map(announces)).toEqual([true, true, true, true, false, false])
})

it("recognises a title of what follows", () => {
  expect(
    ["Dig.\n\n**Mind the fish**", "- one\n\n  **Warning**", "**A** and **B**", "**New in version 2**"].map(
      endsWithTitle,
    ),
  ).toEqual([true, true, false, false])
  expect(["Koi.\n\n✅ DO", "Bad:", "Feed them.\n\nBefore you dig"].map(endsWithTitle)).toEqual([true, true, false])
})

describe("refersBack", () => {
  it.each([
    "For example:",
    "This returns a koi.",
    "It’s a fish.",
    "Instead, feed it.",
    "In this example, it swims.",
    "The example above feeds it.",
    "To do this, open the pond.",
    "with the same water.",
    "Next, fill the pond.",
    "Luckily, koi swim.",
    "Here we feed all koi of the pond.",
    "As you may see, the pond is deep.",
    "The second flaw is that koi eat it.",
    "Likewise, a loop that stops:",
    "All these functions ignore koi.",
    "Because this error is raised late, catch it.",
    "To load a fish from this pond, call it:",
    "To render it with some fish, call it.",
    "You can then use the pond.",
    "If you need that water, ask.",
    "If this is not what you want, leave.",
    "See the report for details.",
    "Note: This fish is gone.",
    "The tests use the format described above.",
    "Conversely, a pond without water is dry.",
    "We then feed the koi.",
    "As with our last pond, dig.",
    "Where `<pond>` is the name of the pond.",
    "Where:\n- `pond` is its name.",
    "After that, feed it.",
    "As expected, it swims.",
    "do\n\n```\nfeed()\n```",
    "Sometimes, though, koi hide.",
    "Tip: you can dig (as in our example above).",
    "There are only four lines. On line 20, it swims.",
    "It needs water, as the result shows.",
    "Produces output:\n\n```\n1\n```",
    "Prints the result:",
    "Either way, it swims.",
    "The same pond with older water:",
    "In *any other situation*, it dries up.",
    "The following pond will do exactly that:",
    "We've added two koi by feeding one.",
  ])("is true for %j", (text) => {
    expect(refersBack(text)).toBe(true)
  })

  it.each([
    "The pond is deep.",
    "Italy has koi.",
    "Orders of koi",
    "Thistles grow.",
    "`feed()` feeds.",
    "Use it.",
    "To make it easier, feed.",
    "Nextly is a fish.",
    "Look. It is above.",
    "We feed koi.",
    "Online 24 hours.",
    "Returns the koi.",
    "Returns the koi: one of three.",
    "Either koi swims.",
    "We have koi.",
    "In any pond, it swims.",
    "Feed exactly one. That is enough.",
  ])("is false for %j", (text) => {
    expect(refersBack(text)).toBe(false)
  })
})

describe("mayReferBack", () => {
  it.each([
    "It returns a koi.",
    "To feed such a koi, send bread.",
    "Continuing the example above, dig.",
    "Next, dig a pond.",
    "(The carp was shown earlier.)",
    "**Note**\n\nNot in winter.",
    "Default: `true`",
    "If it is deep, this pond freezes late.",
    "The returned koi swim.",
    "The option works in every pond.",
    "The response lists koi.",
    "The advantage is that koi live.",
    "All koi but one are then fed.",
    "Of course, koi swim.",
    "The 800 ms output is right.",
    "The simple option here is to feed.",
    "Let's summarize what we fed.",
    "**Let's break it down**",
    "**Result**\n\n| koi |",
    "See the Pond Guide for details.",
  ])("is true for %s", (text) => {
    expect(mayReferBack(text)).toBe(true)
  })

  it.each([
    "The fish that live in all of the deep ponds, such as koi, swim.",
    "For people who have never had a pond of their own before, this guide is best.",
    "The option `deep` fills it.",
    "Ponds have fish.",
    "To feed koi, send bread. This takes a day.",
    "Noteworthy ponds",
    "See the ponds.",
  ])("is false for %s", (text) => {
    expect(mayReferBack(text)).toBe(false)
  })
})

it("recognises a remark in parentheses", () => {
  expect(["(The lines are cut.)", "(a) Feed koi.", "Koi (fish)."].map(beginsWithRemark)).toEqual([true, false, false])
})

it("recognises a box with further reading", () => {
  expect(
    ["**See also**\n\nThe pond guide.", "> **See also:** Koi", "See also the guide."].map(beginsWithSeeAlso),
  ).toEqual([true, true, false])
})

it("recognises text that consists of code", () => {
  const blocks = `${code("feed()")}\n\n${code("")}`

  expect([blocks, `[…]\n\n${blocks}\n\n[…]`, "````md\n```\n````"].map(isOnlyCode)).toEqual([true, true, true])
  expect([`Ravens:\n\n${blocks}`, `${blocks}\n\nRavens.`].map(isOnlyCode)).toEqual([false, false])
  expect([blocks, `${blocks}\n\nRavens.`, `Ravens:\n\n${blocks}`].map(beginsWithCode)).toEqual([true, true, false])
  expect([blocks, `${blocks}\n\n[…]`, `${blocks}\n\nRavens.`].map(endsWithCode)).toEqual([true, true, false])
})

it("recognises the code of a case that someone is asked to imagine", () => {
  const cases = [
    `Suppose that you have ravens:\n\n${code("feed()")}`,
    `Owls sleep:\n\n${code("sleep()")}\n\nFor example, given a rookery:\n\n${code("feed()")}`,
  ]
  const others = [
    `Ravens eat:\n\n${code("feed()")}`,
    `Suppose that you have ravens. They eat.`,
    `Suppose that you have ravens.\n\nThey eat:\n\n${code("feed()")}`,
    code("feed()"),
  ]

  expect(cases.map(endsWithCase)).toEqual(cases.map(() => true))
  expect(others.map(endsWithCase)).toEqual(others.map(() => false))
})

it("recognises the rest of a quote", () => {
  expect(["[…]\n\n> and fly.", "> Ravens fly.", "[…]\n\nand fly."].map(isRestOfQuote)).toEqual([true, false, false])
})
