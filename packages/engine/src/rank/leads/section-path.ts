import type { IndexedSnippet } from "../../index/read/open-index.ts"

type Headed = Pick<IndexedSnippet, "headingPath">

/** Returns true if the second section is a subsection of the first one, at any level. */
export function contains({ headingPath }: Headed, { headingPath: path }: Headed): boolean {
  return headingPath.length < path.length && headingPath.every((heading, at) => heading === path[at])
}
