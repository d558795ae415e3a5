import { expect, it } from "vitest"
import { folderTree } from "./folder-tree.ts"

it("puts each folder below its parent", () => {
  const folder = (path: string) => ({ path, includedCount: 1, knownCount: 2 })
  const tree = folderTree(["docs", "docs/a", "docs/a/b", "tests"].map(folder))

  expect(tree.map(({ name, children }) => [name, children.length])).toEqual([
    ["docs", 1],
    ["tests", 0],
  ])
  expect(tree[0]?.children[0]).toMatchObject({ name: "a", path: "docs/a", children: [{ name: "b" }] })
})
