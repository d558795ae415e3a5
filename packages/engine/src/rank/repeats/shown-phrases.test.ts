import { expect, it } from "vitest"

import { wordMark } from "../../index/format/word-order.ts"
import { ShownPhrases } from "./shown-phrases.ts"

const marksOf = (text: string) => Uint16Array.from(text.split(" ").map((word) => wordMark(word)))
const LISTING = "import raven from post make class courier extends raven send letter then return home to rest"

it("contains a part of a text that was shown, but not a text with much that is new", () => {
  const phrases = new ShownPhrases()
  phrases.add(marksOf(LISTING))

  expect(phrases.contains(marksOf("class courier extends raven send letter then return home to rest"))).toBe(true)
  expect(phrases.contains(marksOf("class courier extends raven send letter then return home by another way"))).toBe(
    false,
  )
})

it("does not judge short texts", () => {
  const phrases = new ShownPhrases()
  phrases.add(marksOf(LISTING))

  expect(phrases.contains(marksOf("send letter then return home"))).toBe(false)
  expect(phrases.contains(new Uint16Array())).toBe(false)
  expect([9, 10].map((count) => phrases.contains(marksOf(LISTING).slice(0, count)))).toEqual([false, true])
})

it("contains a text of which three quarters of the phrases were shown", () => {
  const phrases = new ShownPhrases()
  const words = LISTING.split(" ").slice(0, 14)
  phrases.add(marksOf(words.join(" ")))

  // One new word is part of three of the twelve phrases.
  expect(phrases.contains(marksOf(words.with(6, "owl").join(" ")))).toBe(true)
  expect(phrases.contains(marksOf(words.with(6, "owl").with(13, "owl").join(" ")))).toBe(false)
})
