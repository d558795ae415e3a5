import { parse as parseToml } from "smol-toml"
import { siteNameOf } from "./documenter/navigation.ts"
import { type Data, isRecord, parseJsonData, parseYamlData } from "./site/config-data.ts"
import type { ReadText } from "./site/site-config.ts"
import { foldersOf, inFolder, SCRIPT_ENDINGS } from "./site/site-folders.ts"

/** What the configuration of a site says about its subject. */
export interface SiteIdentity {
  /** The name as written, such as `Otter | The water framework`. */
  readonly name?: string | undefined
  /** Description or slogan. */
  readonly description?: string | undefined
}

/** The name and the description in a configuration file, as far as it has them. */
interface ConfigIdentity {
  readonly name?: Data
  readonly description?: Data
}

/** Reads the name and the description of a site from the text of a configuration file. */
interface SiteIdentityReader {
  /** File names, with the folder if the tool keeps its configuration in one, such as `.vitepress/`. */
  readonly files: readonly string[]
  readIdentity(text: string): ConfigIdentity
}

/** Folders at the root that contain only the configuration of a site, whose pages are elsewhere. */
const SITE_FOLDERS = ["website", "site", "docs", "documentation", "www"]
/** Number of characters of a script that are searched for the name, which is near the start. */
const MAX_SCRIPT_CHARACTERS = 20_000

/** A field of a script that names or describes a site, unless its value is put together from several strings. */
const SCRIPT_FIELD =
  /(?<![\w:"'.-])(["']?)(title|tagline|description)\1:\s{0,40}(?:"((?:[^"\\\n]|\\.)+)"|'((?:[^'\\\n]|\\.)+)'|`([^`$\n]+)`)(?!\s{0,40}\+)/g

const scripts = (...names: readonly string[]) =>
  names.flatMap((name) => SCRIPT_ENDINGS.map((ending) => `${name}.${ending}`))

/** Documentation tools whose configuration names the site. Tools that use the same file name are tried in order. */
const READERS: readonly SiteIdentityReader[] = [
  {
    files: ["mkdocs.yml", "mkdocs.yaml"],
    readIdentity(text) {
      const data = parseYamlData(text)
      return { name: fieldOf(data, "site_name"), description: fieldOf(data, "site_description") }
    },
  },
  { files: ["docs.json", "mint.json"], readIdentity: mintlifyIdentity },
  { files: scripts("docusaurus.config"), readIdentity: docusaurusIdentity },
  {
    files: scripts(".vitepress/config", ".vitepress/config/index", ".vitepress/config/shared"),
    readIdentity: scriptIdentity,
  },
  { files: scripts(".vuepress/config", ".vuepress/config/index"), readIdentity: scriptIdentity },
  { files: scripts("astro.config"), readIdentity: starlightIdentity },
  {
    files: ["book.toml"],
    readIdentity(text) {
      const book = fieldOf(parseTomlData(text), "book")
      return { name: fieldOf(book, "title"), description: fieldOf(book, "description") }
    },
  },
  { files: ["make.jl"], readIdentity: (text) => ({ name: siteNameOf(text) }) },
  { files: ["antora.yml"], readIdentity: (text) => ({ name: fieldOf(parseYamlData(text), "title") }) },
  { files: ["conf.py", "source/conf.py"], readIdentity: (text) => ({ name: sphinxProject(text) }) },
  { files: ["hugo.toml", "config.toml"], readIdentity: (text) => hugoIdentity(parseTomlData(text)) },
  { files: ["hugo.yaml", "hugo.yml", "_config.yml"], readIdentity: (text) => hugoIdentity(parseYamlData(text)) },
  {
    files: ["docfx.json"],
    readIdentity(text) {
      const metadata = fieldOf(parseJsonData(text), "build", "globalMetadata")
      return { name: fieldOf(metadata, "_appName") ?? fieldOf(metadata, "_appTitle") }
    },
  },
]

const FILES = READERS.flatMap(({ files }) => files)

/** Lists the possible paths of the site's configuration. */
export function siteConfigPaths(pages: readonly string[]): readonly string[] {
  const folders = new Set([...foldersOf(pages), ...SITE_FOLDERS])
  return [...folders].flatMap((folder) => FILES.map((name) => inFolder(folder, name)))
}

/**
 * Finds the name and the description of a site in its configuration, which is parsed as data. A configuration counts if at least half
 * of the pages are below its folder, or if it is in a folder for the site at the root; the one nearest to the root wins.
 */
export function findSiteIdentity(pages: readonly string[], read: ReadText): SiteIdentity {
  const counts = countByFolder(pages)
  const folders = foldersOf(pages).filter((folder) => (counts.get(folder) ?? 0) >= pages.length / 2)
  let name: string | undefined
  let description: string | undefined
  for (const folder of new Set([...folders, ...SITE_FOLDERS])) {
    for (const { files, readIdentity } of READERS) {
      for (const file of files) {
        const text = read(inFolder(folder, file))
        const found = text === undefined ? {} : readIdentity(text)
        name ??= textOf(found.name)
        description ??= textOf(found.description)
        if (name !== undefined && description !== undefined) return { name, description }
      }
    }
  }
  return { name, description }
}

function textOf(value: Data): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined
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

/** Reads `docs.json` of Mintlify, which also has the description among the metadata of its pages. */
function mintlifyIdentity(text: string): ConfigIdentity {
  const data = parseJsonData(text)
  const metadata = [fieldOf(data, "seo", "metatags"), fieldOf(data, "metadata")]
  const descriptions = metadata.flatMap((tags) => [fieldOf(tags, "description"), fieldOf(tags, "og:description")])
  return {
    name: fieldOf(data, "name"),
    description: [fieldOf(data, "description"), ...descriptions].find((value) => textOf(value) !== undefined),
  }
}

/** Reads the configuration of Hugo or Jekyll. */
function hugoIdentity(data: Data): ConfigIdentity {
  return {
    name: fieldOf(data, "title"),
    description: fieldOf(data, "params", "description") ?? fieldOf(data, "description"),
  }
}

function starlightIdentity(text: string): ConfigIdentity {
  const at = text.indexOf("starlight({")
  return at < 0 ? {} : scriptIdentity(text.slice(at))
}

/** Reads `title` and the `description` that is indented like it: others belong to pages, menus and plugins. */
function scriptIdentity(text: string): ConfigIdentity {
  const fields = fieldsInScript(text)
  const title = fields.find(({ name }) => name === "title")
  const isBesideTitle = (field: ScriptField) => title === undefined || field.indentation === title.indentation
  const description = fields.find((field) => field.name === "description" && isBesideTitle(field))
  return { name: title?.value, description: description?.value }
}

/** The title of the site comes before those of pages and menus. */
function docusaurusIdentity(text: string): ConfigIdentity {
  const fields = fieldsInScript(text)
  const valueOf = (wanted: string) => fields.find(({ name }) => name === wanted)?.value
  return { name: valueOf("title"), description: valueOf("tagline") }
}

interface ScriptField {
  readonly name: string | undefined
  readonly value: string | undefined
  /** Whitespace at the start of its line. */
  readonly indentation: string | undefined
}

/** Lists the fields near the start of a script whose values are plain strings. */
function fieldsInScript(text: string): readonly ScriptField[] {
  const start = text.slice(0, MAX_SCRIPT_CHARACTERS)
  return [...start.matchAll(SCRIPT_FIELD)].map(({ index, 2: name, 3: double, 4: single, 5: plain }) => {
    const value = (double ?? single ?? plain)?.replaceAll(/\\([nt])/g, " ").replaceAll(/\\(.)/g, "$1")
    return { name, value, indentation: indentationAt(start, index) }
  })
}

/** Returns the whitespace before the text of the line with a position. */
function indentationAt(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf("\n", position - 1) + 1, position)
  return /^[ \t]*/.exec(line)?.[0] ?? ""
}

function sphinxProject(text: string): string | undefined {
  return /^project[ \t]*=[ \t]*u?(?:"([^"\n]+)"|'([^'\n]+)')/m.exec(text)?.slice(1).find(Boolean)
}
