import { type Data, isRecord, itemsOf, parseJsonData } from "../site/config-data.ts"
import { isDescriptionFile, type NamedDescription } from "../site/named-descriptions.ts"
import { readNavigation } from "../site/navigation.ts"
import { resolvePath } from "../site/page-lookup.ts"
import type { SiteConfigReader } from "../site/site-config.ts"

const MAX_DEPTH = 12

/** Reads `navigation` of Mintlify, for its first language or version, and the API descriptions of any `openapi` setting. */
export const MINTLIFY_CONFIG: SiteConfigReader = {
  files: ["docs.json", "mint.json"],
  readNavigation({ text, folder }) {
    const data = parseJsonData(text)
    if (!isRecord(data)) return { entries: [], bases: [] }
    const { navigation: written, ...settings } = data
    const languages = isRecord(written) ? (written["languages"] ?? written["versions"]) : undefined
    const first = itemsOf(languages)[0]
    const navigation = isRecord(first) ? { ...first, language: undefined } : written
    const descriptions = [navigation, settings].flatMap((part) => descriptionsIn(part, folder))
    return { entries: readNavigation(navigation), bases: [folder], descriptions }
  },
}

/** Lists the description files of any `openapi` setting. */
function descriptionsIn(data: Data, folder: string, depth = 0): readonly NamedDescription[] {
  if (depth > MAX_DEPTH) return []
  if (!isRecord(data)) return itemsOf(data).flatMap((item) => descriptionsIn(item, folder, depth + 1))
  return Object.entries(data).flatMap(([key, value]) =>
    key === "openapi" ? descriptionsNamedBy(value, folder) : descriptionsIn(value, folder, depth + 1),
  )
}

function descriptionsNamedBy(value: Data, folder: string): readonly NamedDescription[] {
  const files = Array.isArray(value) ? itemsOf(value) : [isRecord(value) ? value["source"] : value]
  return files.flatMap((file) => {
    const path = typeof file === "string" && isDescriptionFile(file) ? resolvePath(folder, file) : undefined
    return path === undefined ? [] : [{ paths: [path], isOfSite: true }]
  })
}
