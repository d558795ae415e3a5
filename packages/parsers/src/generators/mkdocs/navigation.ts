import { isRecord, parseYamlData } from "../site/config-data.ts"
import { readNavigation } from "../site/navigation.ts"
import { resolvePath } from "../site/page-lookup.ts"
import type { SiteConfigReader } from "../site/site-config.ts"

/** Reads `nav` and `docs_dir` of MkDocs. */
export const MKDOCS_CONFIG: SiteConfigReader = {
  files: ["mkdocs.yml", "mkdocs.yaml"],
  readNavigation({ text, folder }) {
    const data = parseYamlData(text)
    if (!isRecord(data)) return { entries: [], bases: [] }
    const docs = typeof data["docs_dir"] === "string" ? data["docs_dir"] : "docs"
    return { entries: readNavigation(data["nav"]), bases: [resolvePath(folder, docs) ?? folder] }
  },
}
