import { describe, expect, it } from "vitest"
import { idsBelow, pageTree } from "./page-tree.ts"

const page = (id: string, title: string, headings: string[] = []) => ({ id, title, headings, url: "" })

describe("a tree of pages", () => {
  it("follows the headings, even if a page precedes its parent", () => {
    const tree = pageTree([
      page("3", "Deploying", ["Operations"]),
      page("1", "Home"),
      page("2", "Operations"),
      page("4", "Old", ["Archive", "2019"]),
    ])

    expect(tree.map(({ title, page: own }) => [title, own?.id])).toEqual([
      ["Operations", "2"],
      ["Home", "1"],
      ["Archive", undefined],
    ])
    expect(tree.map(idsBelow)).toEqual([["2", "3"], ["1"], ["4"]])
  })
})
