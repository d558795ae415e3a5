import { type Data, isRecord, itemsOf, parseYamlData } from "../site/config-data.ts"
import type { NavigationEntry } from "../site/navigation.ts"
import type { SiteConfigReader } from "../site/site-config.ts"

const MAX_DEPTH = 10

/** Reads `toc.yml` of Elastic's docs-builder: files under `toc`, in folders and nested. */
export const DOCS_BUILDER_CONTENTS: SiteConfigReader = {
  files: ["toc.yml"],
  readNavigation({ text, folder }) {
    const data = text.includes("toc") ? parseYamlData(text) : undefined
    if (!isRecord(data) || !Array.isArray(data["toc"])) return undefined
    return { entries: entriesOf(data["toc"], ""), bases: [folder] }
  },
}

function entriesOf(list: Data, folder: string, depth = 0): readonly NavigationEntry[] {
  if (depth > MAX_DEPTH) return []
  return itemsOf(list).flatMap((item): readonly NavigationEntry[] => {
    if (!isRecord(item)) return []
    const { file, title, children } = item
    const inside = typeof item["folder"] === "string" ? `${folder}${item["folder"]}/` : folder
    return [
      {
        label: typeof title === "string" ? title : undefined,
        target: typeof file === "string" ? `${inside}${file}` : undefined,
        children: entriesOf(children, inside, depth + 1),
      },
    ]
  })
}
