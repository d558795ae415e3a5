import { parse as parseJson } from "jsonc-parser"
import { parse as parseYaml } from "yaml"
import { folderOf, resolvePath } from "./page-lookup.ts"
import { readSummary } from "./list-navigation.ts"
import { descriptionsOfSettings, type NamedDescription } from "./named-descriptions.ts"
import { type NavigationEntry, readNavigation } from "./navigation.ts"
import { type Data, isRecord, readScriptData } from "./script-data.ts"

/** Gives the text of another file of the source; undefined when it is not there or not known yet. */
export type ReadText = (path: string) => string | undefined

/** A navigation, the folders that its targets are looked up in, and the descriptions of APIs that its pages are made of. */
export interface SiteNavigation {
  readonly entries: readonly NavigationEntry[]
  readonly bases: readonly string[]
  readonly descriptions?: readonly NamedDescription[]
}

/** Where the generators keep pages, seen from the folder of the configuration. */
const PAGE_FOLDERS = [
  "",
  "docs",
  "src",
  "content",
  "content/docs",
  "src/content/docs",
  "src/content/docs/en",
  "src/content",
  "src/pages",
  "docs/en",
  "en",
]
const MODULE_ENDINGS = ["", ".ts", ".js", ".mts", ".mjs", ".json", "/index.ts", "/index.js"]
const MAX_IMPORT_DEPTH = 6
const MAX_SEARCH_DEPTH = 10

/** Reads the navigation that a configuration file of a site describes, as data. */
export function readSiteConfig(path: string, text: string, read: ReadText): SiteNavigation {
  const name = path.slice(path.lastIndexOf("/") + 1)
  const folder = folderOf(path)
  if (/^mkdocs\.ya?ml$/.test(name)) return readMkdocs(text, folder)
  if (name === "toc.yml") return { entries: readContents(text), bases: [folder] }
  if (name === "SUMMARY.md") return { entries: readSummary(text), bases: [folder] }
  const isInside = /(?:^|\/)\.(?:vitepress|vuepress)\//.test(path)
  const home = isInside ? path.replace(/\/?\.(?:vitepress|vuepress)\/.*$/, "") : folder
  const data = name.endsWith(".json") ? parsed(() => parseJson(text)) : readScript(path, text, read, "default", 0)
  if (name.startsWith("sidebars.")) return { entries: readSidebars(data), bases: basesIn(home) }
  if (name === "docs.json" || name === "mint.json") return readMintlify(data, home)
  const found = findKey(data, "sidebar", 0)
  const sidebars = found.length > 0 || isInside === false ? found : [readScript(path, text, read, "sidebar", 0)]
  const written = findKey(data, "srcDir", 0).find((value) => typeof value === "string")
  const source = typeof written === "string" ? resolvePath(home, written) : undefined
  return {
    entries: sidebars.flatMap((sidebar) => readNavigation(sidebar)),
    bases: [...(source === undefined ? [] : [source]), ...basesIn(home)],
  }
}

function basesIn(folder: string): readonly string[] {
  return PAGE_FOLDERS.flatMap((name) => resolvePath(folder, name) ?? [])
}

function readMkdocs(text: string, folder: string): SiteNavigation {
  // Settings for plugins carry tags of Python, which mean nothing here.
  const data = parsed(() => parseYaml(text, { logLevel: "silent", strict: false, maxAliasCount: 50 }))
  if (!isRecord(data)) return { entries: [], bases: [] }
  const docs = typeof data["docs_dir"] === "string" ? data["docs_dir"] : "docs"
  return { entries: readNavigation(data["nav"]), bases: [resolvePath(folder, docs) ?? folder] }
}

/** The contents of a guide of Grails or Micronaut, by the names of its files; a list, as DocFX has them, like any navigation. */
function readContents(text: string): readonly NavigationEntry[] {
  const data = parsed(() => parseYaml(text, { logLevel: "silent", strict: false, maxAliasCount: 50 }))
  if (!isRecord(data)) return readNavigation(data)
  if (Array.isArray(data["toc"])) return readFiles(data["toc"], "", 0)
  return data["items"] === undefined ? readGuide(data, "", 0) : readNavigation(data)
}

/** Files of Elastic's docs-builder, inside of folders and below each other. */
function readFiles(list: Data, folder: string, depth: number): readonly NavigationEntry[] {
  if (!Array.isArray(list) || depth > MAX_SEARCH_DEPTH) return []
  return (list as readonly Data[]).flatMap((item): readonly NavigationEntry[] => {
    if (!isRecord(item)) return []
    const { file, title, children } = item
    const inside = typeof item["folder"] === "string" ? `${folder}${item["folder"]}/` : folder
    const target = typeof file === "string" ? `${inside}${file}` : undefined
    return [
      {
        ...(typeof title === "string" ? { label: title } : {}),
        ...(target === undefined ? {} : { target }),
        children: readFiles(children, inside, depth + 1),
      },
    ]
  })
}

function readGuide(data: { readonly [key: string]: Data }, folder: string, depth: number): readonly NavigationEntry[] {
  if (depth > MAX_SEARCH_DEPTH) return []
  return Object.entries(data).flatMap(([key, value]): readonly NavigationEntry[] => {
    const target = folder === "" ? key : `${folder}/${key}`
    if (typeof value === "string") return key === "title" ? [] : [{ label: value, target, children: [] }]
    if (!isRecord(value)) return []
    const { title } = value
    const children = readGuide(value, target, depth + 1)
    return [{ ...(typeof title === "string" ? { label: title } : {}), target, children }]
  })
}

/** The names of sidebars are nothing that a reader sees. */
function readSidebars(data: Data): readonly NavigationEntry[] {
  return isRecord(data) ? Object.values(data).flatMap((sidebar) => readNavigation(sidebar)) : readNavigation(data)
}

function readMintlify(data: Data, home: string): SiteNavigation {
  if (!isRecord(data)) return { entries: [], bases: [] }
  const { navigation: written, ...settings } = data
  const languages = isRecord(written) ? (written["languages"] ?? written["versions"]) : undefined
  const first = Array.isArray(languages) ? (languages as readonly Data[])[0] : undefined
  const navigation = isRecord(first) ? { ...first, language: undefined } : written
  const descriptions = [navigation, settings].flatMap((part) => descriptionsOfSettings(part, home))
  return { entries: readNavigation(navigation), bases: [home], descriptions }
}

function readScript(path: string, text: string, read: ReadText, name: string, depth: number): Data {
  return readScriptData(text, name, (specifier, wanted) => {
    if (depth >= MAX_IMPORT_DEPTH || !specifier.startsWith(".")) return undefined
    const target = resolvePath(folderOf(path), specifier)
    if (target === undefined) return undefined
    const bare = target.replace(/\.(?:js|mjs)$/, "")
    for (const candidate of MODULE_ENDINGS.map((ending) => (ending === "" ? target : bare + ending))) {
      const other = read(candidate)
      if (other === undefined) continue
      return candidate.endsWith(".json")
        ? parsed(() => parseJson(other))
        : readScript(candidate, other, read, wanted, depth + 1)
    }
    return undefined
  })
}

/** All values of a key in a tree of data, outermost first; what is found is not searched again. */
function findKey(data: Data, key: string, depth: number): readonly Data[] {
  if (depth > MAX_SEARCH_DEPTH) return []
  if (Array.isArray(data)) return (data as readonly Data[]).flatMap((item) => findKey(item, key, depth + 1))
  if (!isRecord(data)) return []
  return Object.entries(data).flatMap(([name, value]) =>
    name === key && value !== undefined ? [value] : findKey(value, key, depth + 1),
  )
}

/** What a file says that is broken or no data at all is undefined. */
function parsed(read: () => unknown): Data {
  try {
    return read() as Data
  } catch {
    return undefined
  }
}
