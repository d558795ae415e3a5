import { expect, it } from "vitest"

import { splitAtFences } from "./split-at-fences.ts"

const partsOf = (text: string) => splitAtFences(text).map((part) => [part.isCode ? "code" : "text", part.text])

it("separates code from the text around it", () => {
  expect(partsOf("Feed:\n```js\nfeed()\n```\nThen rest.")).toEqual([
    ["text", "Feed:"],
    ["code", "feed()"],
    ["text", "Then rest."],
  ])
  expect(partsOf("Ravens fly.")).toEqual([["text", "Ravens fly."]])
})

it("ends a block at a fence of the same length, and at the end of the text", () => {
  expect(partsOf("````md\n```js\nfeed()\n```\n````")).toEqual([
    ["text", ""],
    ["code", "```js\nfeed()\n```"],
    ["text", ""],
  ])
  expect(partsOf("```\nfeed()")).toEqual([
    ["text", ""],
    ["code", "feed()"],
  ])
})
