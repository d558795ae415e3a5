import { isRecord, parseYamlData } from "../site/config-data.ts"
import { readNavigation } from "../site/navigation.ts"
import type { SiteConfigReader } from "../site/site-config.ts"

/** Reads `toc.yml` of DocFX: a list of `name`, `href` and `items`, or a mapping with such a list. */
export const DOCFX_CONTENTS: SiteConfigReader = {
  files: ["toc.yml"],
  readNavigation({ text, folder }) {
    const data = parseYamlData(text)
    if (isRecord(data) && data["items"] === undefined) return undefined
    return { entries: readNavigation(data), bases: [folder] }
  },
}
