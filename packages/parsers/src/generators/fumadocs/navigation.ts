import { isRecord, itemsOf, parseJsonData } from "../site/config-data.ts"
import type { FolderConfigReader } from "../site/site-config.ts"

/** Reads `pages` in `meta.json` of Fumadocs: names of the pages of a folder, in order. */
export const FUMADOCS_META: FolderConfigReader = {
  files: ["meta.json", "_meta.json"],
  readConfig({ text }) {
    const data = parseJsonData(text)
    if (!isRecord(data) || !Array.isArray(data["pages"])) return undefined
    const names = itemsOf(data["pages"]).filter((page) => typeof page === "string")
    return { entries: names.map((name) => ({ name })) }
  },
}
