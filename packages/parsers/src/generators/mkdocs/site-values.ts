import { parseDocument, visit } from "yaml"
import { withPlainKeys } from "../../base/parse-yaml.ts"
import { type NamedValues, shownValue } from "../includes/fill-names.ts"
import type { IncludeContext } from "../includes/include-context.ts"
import { foldersAround, joinInside } from "../includes/include-paths.ts"
import { type Data, type DataRecord, isRecord, itemsOf } from "../site/config-data.ts"
import { resolvePath } from "../site/page-lookup.ts"
import { MKDOCS_CONFIG } from "./navigation.ts"

/** Maximum number of files and folders of values that a site may set. */
const MAX_FILES = 20
/** Maximum number of folders in the name of a value. */
const MAX_DEPTH = 4
/** Maximum number of times that aliases are followed, because each can repeat a large part of the file. */
const MAX_ALIAS_COUNT = 50
const DATA_ENDINGS = ["yml", "yaml", "json"]
/** The parsed files of a source, because all its pages use the same ones. */
const parsedByFile = new WeakMap<object, { readonly values: Data }>()

/** The configuration of a site. */
interface Site {
  /** Folder of `mkdocs.yml`; empty for the root. */
  readonly root: string
  /** Folder of the site's pages. */
  readonly docs: string
  readonly config: DataRecord
}

/**
 * Returns the values that the plugins `macros` and `markdownextradata` of MkDocs fill into a page: `extra` of `mkdocs.yml`, and the files
 * of values that it sets.
 *
 * @param frontMatter of the page; `macros` prefers its values, and can be turned off there.
 * @returns undefined if the page belongs to no site with such a plugin.
 */
export function siteValues(context: IncludeContext, frontMatter: unknown): NamedValues | undefined {
  const site = siteOf(context)
  if (site === undefined) return undefined
  const { config } = site
  const own = frontMatter as Data
  const general: readonly Data[] = [config["extra"], { config, extra: config["extra"] }]
  const macros = optionsOf(config["plugins"], "macros")
  if (macros !== undefined && isFilledByMacros(macros, own)) {
    const sources = [own, ...general, ...includedValues(macros, site, context)]
    return { get: (name) => valueIn(sources, name.split(".")) }
  }
  const extraData = optionsOf(config["plugins"], "markdownextradata")
  if (extraData === undefined) return undefined
  const folders = dataFolders(extraData, site)
  return {
    get(name) {
      const keys = name.split(".")
      return valueIn(general, keys) ?? valueInFolders(folders, keys, context)
    },
  }
}

/** Finds the nearest site whose pages include this page. Other files beside a site are not filled. */
function siteOf(context: IncludeContext): Site | undefined {
  for (const root of foldersAround(context.path)) {
    for (const name of MKDOCS_CONFIG.files) {
      const config = readValues(context, root === "" ? name : `${root}/${name}`)
      if (!isRecord(config)) continue
      const docs = resolvePath(root, typeof config["docs_dir"] === "string" ? config["docs_dir"] : "docs")
      if (docs !== undefined && (docs === "" || context.path.startsWith(`${docs}/`))) return { root, docs, config }
    }
  }
  return undefined
}

/** Returns the options of a plugin, which may have none; undefined if it is not used. Plugins are a list, or a mapping. */
function optionsOf(plugins: Data, name: string): DataRecord | undefined {
  for (const part of isRecord(plugins) ? [plugins] : itemsOf(plugins)) {
    if (part === name) return {}
    const options = isRecord(part) && Object.hasOwn(part, name) ? (part[name] ?? {}) : undefined
    if (options !== undefined) return isRecord(options) ? options : {}
  }
  return undefined
}

function isFilledByMacros(options: DataRecord, frontMatter: Data): boolean {
  const sign = options["j2_variable_start_string"] ?? ""
  if (sign !== "" && sign !== "{{") return false
  const ofPage = isRecord(frontMatter) ? frontMatter["render_macros"] : undefined
  return ofPage !== false && (options["render_by_default"] !== false || ofPage === true)
}

/** Reads `include_yaml`: paths, or single names with a path. */
function includedValues(options: DataRecord, { root }: Site, context: IncludeContext): readonly Data[] {
  return itemsOf(options["include_yaml"])
    .slice(0, MAX_FILES)
    .flatMap((item) => {
      const [name, path] = isRecord(item) ? (Object.entries(item)[0] ?? []) : [undefined, item]
      const inside = typeof path === "string" ? joinInside(root, path) : undefined
      const values = inside === undefined ? undefined : readValues(context, inside)
      return name === undefined ? [values] : [{ [name]: values }]
    })
}

/** Lists the folders of files with values: those of the option `data`, or else `_data`. */
function dataFolders({ data }: DataRecord, { root, docs }: Site): readonly string[] {
  const set = typeof data === "string" && data !== "" ? data.split(",").slice(0, MAX_FILES) : undefined
  const folders = set?.map((folder) => joinInside(root, folder.trim())) ?? [
    joinInside(root, "_data"),
    joinInside(docs, "_data"),
  ]
  return folders.filter((folder) => folder !== undefined)
}

/** Finds `a.b.c` as `c` in `a/b.yml`, or as `b.c` in `a.yml`. */
function valueInFolders(folders: readonly string[], keys: readonly string[], context: IncludeContext) {
  if (keys.includes("")) return undefined
  for (const folder of folders) {
    for (let depth = Math.min(MAX_DEPTH, keys.length - 1); depth > 0; depth--) {
      const path = `${folder}/${keys.slice(0, depth).join("/")}`
      const files = DATA_ENDINGS.map((ending) => readValues(context, `${path}.${ending}`))
      const value = valueIn(files, keys.slice(depth))
      if (value !== undefined) return value
    }
  }
  return undefined
}

/** Returns the first word or number with a name; mappings and lists cannot be shown in a sentence. */
function valueIn(sources: readonly Data[], keys: readonly string[]): string | undefined {
  for (const source of sources) {
    let value = source
    for (const key of keys) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
    const shown = shownValue(value)?.trim()
    if (shown !== undefined) return shown
  }
  return undefined
}

function readValues(context: IncludeContext, path: string): Data {
  const file = context.peekFile(path)
  if (file === undefined) return undefined
  const known = parsedByFile.get(file)
  if (known !== undefined) return known.values
  const values = parseValues(file.text)
  parsedByFile.set(file, { values })
  return values
}

/** Parses YAML, of which JSON is a part. Keeps numbers such as 2.0 as they are written, because they are often versions. */
function parseValues(text: string): Data {
  try {
    const document = parseDocument(text, { logLevel: "silent", strict: false })
    visit(document, {
      Scalar(_, node) {
        if (typeof node.value === "number" && node.source?.includes(".") === true) node.value = node.source
      },
    })
    return withPlainKeys(document, text).toJS({ maxAliasCount: MAX_ALIAS_COUNT }) as Data
  } catch {
    // Without its configuration, a site's names are kept.
    return undefined
  }
}
