import { type Data, isRecord, parseYamlData } from "../site/config-data.ts"
import type { NavigationEntry } from "../site/navigation.ts"
import type { SiteConfigReader } from "../site/site-config.ts"

const MAX_DEPTH = 10

/** Reads `toc.yml` of the guides of Micronaut and Grails: file names with titles, nested like their folders. */
export const MICRONAUT_CONTENTS: SiteConfigReader = {
  files: ["toc.yml"],
  readNavigation({ text, folder }) {
    return { entries: entriesOf(parseYamlData(text), ""), bases: [folder] }
  },
}

function entriesOf(data: Data, folder: string, depth = 0): readonly NavigationEntry[] {
  if (depth > MAX_DEPTH || !isRecord(data)) return []
  return Object.entries(data).flatMap(([key, value]): readonly NavigationEntry[] => {
    const target = folder === "" ? key : `${folder}/${key}`
    if (typeof value === "string") return key === "title" ? [] : [{ label: value, target, children: [] }]
    if (!isRecord(value)) return []
    const { title } = value
    const label = typeof title === "string" ? title : undefined
    return [{ label, target, children: entriesOf(value, target, depth + 1) }]
  })
}
