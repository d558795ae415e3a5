import { type Data, isRecord, itemsOf, parseJsonData } from "../site/config-data.ts"
import { isDescriptionFile, type NamedDescription } from "../site/named-descriptions.ts"
import { readNavigation } from "../site/navigation.ts"
import { resolvePath } from "../site/page-lookup.ts"
import type { SiteConfigReader } from "../site/site-config.ts"

const MAX_DEPTH = 12

/** Reads `navigation` of Mintlify, for the default or first language and version of each part, and the API descriptions of any `openapi` setting. */
export const MINTLIFY_CONFIG: SiteConfigReader = {
  files: ["docs.json", "mint.json"],
  readNavigation({ text, folder }) {
    const data = parseJsonData(text)
    if (!isRecord(data)) return { entries: [], bases: [] }
    const { navigation: written, ...settings } = data
    const navigation = inDefaultVersion(written)
    const descriptions = [navigation, settings].flatMap((part) => descriptionsIn(part, folder))
    return { entries: readNavigation(navigation), bases: [folder], descriptions }
  },
}

/** Replaces `languages` and `versions`, at any depth, with the default one or else the first. */
function inDefaultVersion(data: Data, depth = 0): Data {
  if (depth > MAX_DEPTH) return data
  if (Array.isArray(data)) return itemsOf(data).map((item) => inDefaultVersion(item, depth + 1))
  if (!isRecord(data)) return data
  const { languages, versions, ...rest } = data
  const choices = itemsOf(languages ?? versions).filter(isRecord)
  const chosen = choices.find((choice) => choice["default"] === true) ?? choices[0]
  if (chosen !== undefined) return inDefaultVersion({ ...rest, ...chosen }, depth + 1)
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inDefaultVersion(value, depth + 1)]))
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
