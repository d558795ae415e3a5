import type { LeftOutPath } from "../scope/filter-paths.ts"
import type { LibraryConfigScope } from "../scope/library-config-scope.ts"
import type { GitTree } from "./git-tree.ts"

/** Files that are not documentation, counted by extension. */
export interface OtherFiles {
  /** A pattern such as `*.png`; `*` for names without an extension. */
  readonly pattern: string
  readonly fileCount: number
}

/** The files of one commit by name, without their contents. */
export interface GitListing {
  readonly revision: string
  readonly branch: string
  /** Documentation files, in the tree's order. */
  readonly paths: readonly string[]
  /** Links, submodules, and documentation in unsupported formats. */
  readonly leftOut: readonly LeftOutPath[]
  /** All other files, most first. */
  readonly otherFiles: readonly OtherFiles[]
  readonly libraryConfig: { readonly name: string; readonly scope: LibraryConfigScope } | undefined
  readonly notes: readonly string[]
}

/** Counts source code and everything else that is not documentation. */
export function countOtherFiles({ code, others }: Pick<GitTree, "code" | "others">): readonly OtherFiles[] {
  const counts = new Map<string, number>()
  const add = (pattern: string, count: number) => counts.set(pattern, (counts.get(pattern) ?? 0) + count)
  for (const path of code.keys()) {
    const dot = path.lastIndexOf(".")
    add(dot > path.lastIndexOf("/") + 1 ? `*${path.slice(dot).toLowerCase()}` : "*", 1)
  }
  for (const item of others.items()) {
    if (item.kind === "left-out") add(item.path, item.fileCount ?? 1)
  }
  return [...counts]
    .map(([pattern, fileCount]) => ({ pattern, fileCount }))
    .toSorted((left, right) => right.fileCount - left.fileCount || (left.pattern < right.pattern ? -1 : 1))
}
