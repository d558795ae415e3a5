import { type Data, isRecord, parseJsonData } from "../site/config-data.ts"
import { evaluateModule } from "../site/config-modules.ts"
import type { FolderConfigReader } from "../site/site-config.ts"

/** Reads `_meta` of Nextra: names of the pages of a folder with their titles, in order. Early versions call it `meta.json`. */
export const NEXTRA_META: FolderConfigReader = {
  files: ["_meta.json", "_meta.js", "_meta.ts", "_meta.tsx", "meta.json"],
  readConfig(file) {
    const data = file.path.endsWith(".json") ? parseJsonData(file.text) : evaluateModule(file, "default")
    // A list under `pages` is the form of Fumadocs.
    if (!isRecord(data) || Array.isArray(data["pages"])) return undefined
    return { entries: Object.entries(data).map(([name, value]) => ({ name, label: labelOf(value) })) }
  },
}

function labelOf(value: Data): string | undefined {
  if (typeof value === "string") return value
  return isRecord(value) && typeof value["title"] === "string" ? value["title"] : undefined
}
