import { foldersAround } from "./includes/include-paths.ts"
import { isRecord, parseJsonData } from "./site/config-data.ts"
import type { ReadText } from "./site/site-config.ts"
import { foldersOf, inFolder, SCRIPT_ENDINGS } from "./site/site-folders.ts"

/** What a documentation tool never makes pages of. */
interface UnpublishedRule {
  /** Names of the site's configuration; one at the root of the site shows that the tool is used. */
  readonly files: readonly string[]
  /** Returns false for a file of another tool with the same name; by default, the name is enough. */
  isConfig?(text: string): boolean
  /** @param path of a page inside the folder of the configuration. */
  isUnpublished(path: string): boolean
}

const RULES: readonly UnpublishedRule[] = [
  {
    files: SCRIPT_ENDINGS.map((ending) => `docusaurus.config.${ending}`),
    isUnpublished: (path) => /\.mdx?$/i.test(path) && /(?:^|\/)_(?!index\.)/.test(path),
  },
  { files: ["docs.json", "mint.json"], isConfig: isMintlify, isUnpublished: (path) => path.startsWith("snippets/") },
]

/**
 * Finds files that a site never publishes as pages, whether or not a page includes them.
 *
 * @param pages paths of all pages.
 * @returns for each of them, the path of the configuration that shows it; nothing if no page would remain.
 */
export function findUnpublishedPages(pages: readonly string[], read: ReadText): ReadonlyMap<string, string> {
  const rules = findRules(pages, read)
  const unpublished = new Map<string, string>()
  if (rules.size === 0) return unpublished
  for (const path of pages) {
    for (const folder of foldersAround(path)) {
      const site = rules.get(folder)
      const inSite = folder === "" ? path : path.slice(folder.length + 1)
      if (site?.rule.isUnpublished(inSite) === true) unpublished.set(path, site.config)
    }
  }
  return unpublished.size === pages.length ? new Map() : unpublished
}

/** Finds the folders with the configuration of a site. */
function findRules(pages: readonly string[], read: ReadText) {
  const rules = new Map<string, { readonly rule: UnpublishedRule; readonly config: string }>()
  for (const folder of foldersOf(pages)) {
    for (const rule of RULES) {
      const config = rule.files
        .map((name) => inFolder(folder, name))
        .find((path) => {
          const text = read(path)
          return text !== undefined && rule.isConfig?.(text) !== false
        })
      if (config !== undefined) rules.set(folder, { rule, config })
    }
  }
  return rules
}

function isMintlify(text: string): boolean {
  const data = parseJsonData(text)
  return isRecord(data) && data["navigation"] !== undefined
}
