import Database from "better-sqlite3"
import { describe, expect, it } from "vitest"

import { aPage, buildTestIndex } from "../index.testing.ts"
import { bytesOfArray, type Layout } from "./layout.ts"
import { IndexUnreadable, openIndex } from "../read/open-index.ts"

const pages = [
  aPage("a.md", "A", [
    [1, "one", "alpha", "`beta`"],
    [2, "two", "gamma"],
  ]),
  aPage("b.md", "B", [[1, "three", "delta"]]),
]

describe("a layout", () => {
  it.each([
    ["a snippet in a section that is not there", "sectionOfSnippet", [0, 1, 9]],
    ["snippets that are not in reading order", "sectionOfSnippet", [1, 0, 2]],
    ["a section of no subtree", "subtreeOfSection", [0, 0, 7]],
    ["a section of no page", "pageOfSection", [0, 0, 4_000_000_000]],
    ["a section that ends beyond the last", "endOfSection", [2, 2, 4]],
    ["a section whose snippets are not there", "firstSnippetOfSection", [0, 1, 2, 99]],
    ["too few sections of pages", "firstSectionOfPage", [0, 2]],
  ] as const satisfies readonly (readonly [string, keyof Layout, readonly number[]])[])(
    "with %s is refused when the file is opened",
    (_, name, numbers) => {
      const { path } = buildTestIndex(pages)
      openIndex(path).close()
      const database = new Database(path)
      const changed = database
        .prepare("UPDATE layout SET bytes = ? WHERE name = ?")
        .run(bytesOfArray(Uint32Array.from(numbers)), name)
      database.close()

      expect(changed.changes).toBe(1)
      expect(() => openIndex(path)).toThrow(IndexUnreadable)
    },
  )
})
