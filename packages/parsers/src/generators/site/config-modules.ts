import { type Data, parseJsonData } from "./config-data.ts"
import { folderOf, resolvePath } from "./page-lookup.ts"
import { evaluateConfig } from "./evaluate-config.ts"
import type { ConfigFile, ReadText } from "./site-config.ts"

const MODULE_ENDINGS = ["", ".ts", ".js", ".mts", ".mjs", ".json", "/index.ts", "/index.js"]
const MAX_IMPORT_DEPTH = 6

/** A JavaScript or TypeScript module. */
type Module = Pick<ConfigFile, "path" | "text" | "read">

/**
 * Evaluates an export of a configuration file that is a program, without running it. Values imported from other modules of the same source
 * are included.
 *
 * @param name of the export, or `default`.
 */
export function evaluateModule(module: Module, name: string): Data {
  return new ModuleGraph().evaluate(module, name, 0)
}

/** The modules that a configuration imports. Each value is evaluated once: modules can import each other many times. */
class ModuleGraph {
  readonly #values = new Map<string, Data>()

  evaluate(module: Module, name: string, depth: number): Data {
    return evaluateConfig(module.text, name, (specifier, wanted) => {
      const imported = depth >= MAX_IMPORT_DEPTH ? undefined : findImport(module, specifier)
      return imported === undefined ? undefined : this.#valueOf(imported, wanted, depth + 1)
    })
  }

  #valueOf(module: Module, name: string, depth: number): Data {
    const isJson = module.path.endsWith(".json")
    const key = isJson ? module.path : `${module.path}\n${name}`
    if (this.#values.has(key)) return this.#values.get(key)
    const value = isJson ? parseJsonData(module.text) : this.evaluate(module, name, depth)
    this.#values.set(key, value)
    return value
  }
}

function findImport({ path, read }: Module, specifier: string): Module | undefined {
  const target = specifier.startsWith(".") ? resolvePath(folderOf(path), specifier) : undefined
  if (target === undefined) return undefined
  const bare = target.replace(/\.(?:js|mjs)$/, "")
  return firstFile(
    MODULE_ENDINGS.map((ending) => (ending === "" ? target : bare + ending)),
    read,
  )
}

function firstFile(paths: readonly string[], read: ReadText): Module | undefined {
  for (const path of paths) {
    const text = read(path)
    if (text !== undefined) return { path, text, read }
  }
  return undefined
}
