import { type Data, isRecord, parseJsonData, parseYamlData } from "../site/config-data.ts"
import { evaluateModule } from "../site/config-modules.ts"
import { type NavigationEntry, readNavigation } from "../site/navigation.ts"
import type { FolderConfigReader, SiteConfigReader } from "../site/site-config.ts"
import { pageFoldersIn, SCRIPT_ENDINGS } from "../site/site-folders.ts"

/** Reads the sidebars of Docusaurus. */
export const DOCUSAURUS_SIDEBARS: SiteConfigReader = {
  files: ["sidebars.json", ...SCRIPT_ENDINGS.map((ending) => `sidebars.${ending}`)],
  readNavigation(file) {
    const data = file.path.endsWith(".json") ? parseJsonData(file.text) : evaluateModule(file, "default")
    return { entries: entriesOf(data), bases: pageFoldersIn(file.folder) }
  },
}

/** Reads `_category_.json`: position and label of a folder in a generated Docusaurus sidebar. */
export const DOCUSAURUS_CATEGORY: FolderConfigReader = {
  files: ["_category_.json", "_category_.yml", "_category_.yaml"],
  readConfig({ path, text }) {
    const data = path.endsWith(".json") ? parseJsonData(text) : parseYamlData(text)
    if (!isRecord(data)) return undefined
    const { position, label } = data
    return {
      position: typeof position === "number" ? position : undefined,
      label: typeof label === "string" ? label : undefined,
    }
  },
}

/** Returns the entries of all sidebars. The keys of the configuration are sidebar ids, which readers never see. */
function entriesOf(data: Data): readonly NavigationEntry[] {
  return isRecord(data) ? Object.values(data).flatMap((sidebar) => readNavigation(sidebar)) : readNavigation(data)
}
