import { parse as parseToml } from "smol-toml"
import { siteNameOf } from "./documenter/navigation.ts"
import { type Data, isRecord, parseJsonData, parseYamlData } from "./site/config-data.ts"
import type { ReadText } from "./site/site-config.ts"
import { foldersOf, inFolder, SCRIPT_ENDINGS } from "./site/site-folders.ts"

/** Reads the name of a site from the text of a configuration file. */
interface SiteNameReader {
  /** File names, with the folder if the tool keeps its configuration in one, such as `.vitepress/`. */
  readonly files: readonly string[]
  readName(text: string): Data
}

/** Folders at the root that contain only the configuration of a site, whose pages are elsewhere. */
const SITE_FOLDERS = ["website", "site", "docs", "documentation", "www"]
/** Number of characters of a script that are searched for the name, which is near the start. */
const MAX_SCRIPT_CHARACTERS = 20_000

const scripts = (...names: readonly string[]) =>
  names.flatMap((name) => SCRIPT_ENDINGS.map((ending) => `${name}.${ending}`))

/** Documentation tools whose configuration names the site. Tools that use the same file name are tried in order. */
const READERS: readonly SiteNameReader[] = [
  { files: ["mkdocs.yml", "mkdocs.yaml"], readName: (text) => fieldOf(parseYamlData(text), "site_name") },
  { files: ["docs.json", "mint.json"], readName: (text) => fieldOf(parseJsonData(text), "name") },
  { files: scripts("docusaurus.config"), readName: firstTitle },
  { files: scripts(".vitepress/config", ".vitepress/config/index", ".vitepress/config/shared"), readName: firstTitle },
  { files: scripts(".vuepress/config", ".vuepress/config/index"), readName: firstTitle },
  { files: scripts("astro.config"), readName: starlightTitle },
  { files: ["book.toml"], readName: (text) => fieldOf(parseTomlData(text), "book", "title") },
  { files: ["make.jl"], readName: siteNameOf },
  { files: ["antora.yml"], readName: (text) => fieldOf(parseYamlData(text), "title") },
  { files: ["conf.py", "source/conf.py"], readName: sphinxProject },
  { files: ["hugo.toml", "config.toml"], readName: (text) => fieldOf(parseTomlData(text), "title") },
  { files: ["hugo.yaml", "hugo.yml", "_config.yml"], readName: (text) => fieldOf(parseYamlData(text), "title") },
  {
    files: ["docfx.json"],
    readName: (text) => {
      const data = parseJsonData(text)
      return (
        fieldOf(data, "build", "globalMetadata", "_appName") ?? fieldOf(data, "build", "globalMetadata", "_appTitle")
      )
    },
  },
]

const FILES = READERS.flatMap(({ files }) => files)

/** Lists the possible paths of the site's configuration. */
export function siteNamePaths(pages: readonly string[]): readonly string[] {
  const folders = new Set([...foldersOf(pages), ...SITE_FOLDERS])
  return [...folders].flatMap((folder) => FILES.map((name) => inFolder(folder, name)))
}

/**
 * Finds the name of a site in its configuration, which is parsed as data. A configuration counts if at least half of the pages are
 * below its folder, or if it is in a folder for the site at the root; the one nearest to the root wins.
 *
 * @returns the name as written, such as `Otter | The water framework`; undefined if no configuration contains one.
 */
export function findSiteName(pages: readonly string[], read: ReadText): string | undefined {
  const counts = countByFolder(pages)
  const folders = foldersOf(pages).filter((folder) => (counts.get(folder) ?? 0) >= pages.length / 2)
  for (const folder of new Set([...folders, ...SITE_FOLDERS])) {
    for (const { files, readName } of READERS) {
      for (const file of files) {
        const text = read(inFolder(folder, file))
        const name = text === undefined ? undefined : readName(text)
        if (typeof name === "string" && name.trim() !== "") return name.trim()
      }
    }
  }
  return undefined
}

/** Counts the pages below each folder. All pages are below the root, which is the empty folder. */
function countByFolder(pages: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map([["", pages.length]])
  for (const path of pages) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  }
  return counts
}

function fieldOf(data: Data, ...path: readonly string[]): Data {
  return path.reduce<Data>((value, name) => (isRecord(value) ? value[name] : undefined), data)
}

function parseTomlData(text: string): Data {
  try {
    return parseToml(text) as Data
  } catch {
    return undefined
  }
}

/** Returns the first `title` in a script. The title of the site comes before those of pages and menus. */
function firstTitle(text: string): string | undefined {
  const start = text.slice(0, MAX_SCRIPT_CHARACTERS)
  const title = /(?<![\w:"'.-])(["']?)title\1:[ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|`([^`$\n]+)`)/.exec(start)
  return title?.slice(2).find(Boolean)
}

function starlightTitle(text: string): string | undefined {
  const at = text.indexOf("starlight({")
  return at < 0 ? undefined : firstTitle(text.slice(at))
}

function sphinxProject(text: string): string | undefined {
  return /^project[ \t]*=[ \t]*u?(?:"([^"\n]+)"|'([^'\n]+)')/m.exec(text)?.slice(1).find(Boolean)
}
