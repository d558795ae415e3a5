import type { IncludeContext } from "../includes/include-context.ts"
import { foldersAround } from "../includes/include-paths.ts"
import { memberAt } from "../includes/fill-names.ts"
import { parseYamlData } from "../site/config-data.ts"

const DATA_ENDINGS = ["yml", "yaml", "json"]

/** Looks up `site.…` in the configuration and the data files of the Jekyll site around a page. */
export class SiteValues {
  readonly #context: IncludeContext
  readonly #root: string
  readonly #config: unknown
  readonly #fileByPath = new Map<string, unknown>()

  constructor(context: IncludeContext, root: string, config: unknown) {
    this.#context = context
    this.#root = root
    this.#config = config
  }

  /** Returns the value of a path such as `site.data.fish.koi` or `site.version`; undefined if the source does not contain it. */
  valueOf(path: string): unknown {
    const [site, first = "", ...rest] = path.split(".")
    if (site !== "site" || first === "") return undefined
    return first === "data" ? this.#dataAt(rest) : memberAt(this.#config, [first, ...rest])
  }

  /** The first names are folders, the next one is a file, and the rest are keys. */
  #dataAt(names: readonly string[]): unknown {
    for (let count = 1; count <= names.length; count++) {
      const data = this.#file(names.slice(0, count).join("/"))
      if (data !== undefined) return memberAt(data, names.slice(count))
    }
    return undefined
  }

  #file(path: string): unknown {
    if (!this.#fileByPath.has(path)) this.#fileByPath.set(path, this.#read(path))
    return this.#fileByPath.get(path)
  }

  #read(path: string): unknown {
    const folder = this.#root === "" ? "_data" : `${this.#root}/_data`
    for (const ending of DATA_ENDINGS) {
      // JSON is valid YAML.
      const data = yamlAt(this.#context, `${folder}/${path}.${ending}`)
      if (data !== undefined) return data
    }
    return undefined
  }
}

/** Finds the Jekyll site of a page: the nearest folder at or above it with a `_config.yml`. */
export function siteValuesOf(context: IncludeContext): SiteValues | undefined {
  for (const root of foldersAround(context.path)) {
    const config = yamlAt(context, root === "" ? "_config.yml" : `${root}/_config.yml`)
    if (config !== undefined) return new SiteValues(context, root, config)
  }
  return undefined
}

/** Parses a file; undefined if it is missing or invalid. Without its values, a page shows their names. */
function yamlAt(context: IncludeContext, path: string): unknown {
  const text = context.peek(path)
  return text === undefined ? undefined : parseYamlData(text)
}
