import { parseDocument } from "htmlparser2"
import type { NavigationEntry } from "../site/navigation.ts"
import type { SiteConfigReader } from "../site/site-config.ts"
import { inFolder } from "../site/site-folders.ts"
import { attributeOf, topicsFolder } from "./project.ts"

type ChildNode = ReturnType<typeof parseDocument>["children"][number]

/** Deeper parts of a table of contents are left out. */
const MAX_DEPTH = 40

/** Reads the table of contents that the configuration of Writerside names, such as `ponds.tree`. */
export const WRITERSIDE_CONFIG: SiteConfigReader = {
  files: ["writerside.cfg", "project.ihp"],
  readNavigation({ text, folder, read }) {
    const tree = attributeOf(text, "instance", "src")
    const contents = tree === undefined ? undefined : read(inFolder(folder, tree))
    if (contents === undefined) return undefined
    const topics = topicsFolder(text, folder)
    return { entries: entriesOf(parseDocument(contents, { xmlMode: true }).children, 0), bases: [topics, folder] }
  },
}

function entriesOf(nodes: readonly ChildNode[], depth: number): readonly NavigationEntry[] {
  if (depth > MAX_DEPTH) return []
  return nodes.flatMap((node) => {
    if (!("attribs" in node)) return []
    const inner = entriesOf(node.children, depth + 1)
    if (node.name !== "toc-element") return inner
    const { topic, "toc-title": label, hidden } = node.attribs
    return hidden === "true" ? [] : [{ label, target: topic, children: inner }]
  })
}
