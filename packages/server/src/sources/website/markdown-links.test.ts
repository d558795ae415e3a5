import { expect, it } from "vitest"
import { markdownLinks } from "./markdown-links.ts"

it("lists the first links of a text", () => {
  expect(markdownLinks("[a](/a) and [b]( <https://b.example/b> ) [c]() [d](d)", 10)).toEqual([
    "/a",
    "https://b.example/b",
    "d",
  ])
  expect(markdownLinks("[](a)".repeat(1_000_000), 5_000)).toHaveLength(5_000)
})
