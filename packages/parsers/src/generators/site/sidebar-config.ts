import { type Data, isRecord, itemsOf } from "./config-data.ts"
import { evaluateModule } from "./config-modules.ts"
import { readNavigation } from "./navigation.ts"
import { resolvePath } from "./page-lookup.ts"
import type { ConfigFile, SiteNavigation } from "./site-config.ts"
import { pageFoldersIn } from "./site-folders.ts"

const MAX_DEPTH = 10

/**
 * Reads every `sidebar`, at any depth, in a configuration that is a program, and `srcDir` as the folder of the pages.
 *
 * @param isOwnExport true if a configuration without a `sidebar` property may export `sidebar` as a constant.
 */
export function readSidebarConfig(file: ConfigFile, isOwnExport: boolean): SiteNavigation {
  const data = evaluateModule(file, "default")
  const found = valuesOf(data, "sidebar")
  const sidebars = found.length > 0 || !isOwnExport ? found : [evaluateModule(file, "sidebar")]
  const written = valuesOf(data, "srcDir").find((value) => typeof value === "string")
  const source = typeof written === "string" ? resolvePath(file.folder, written) : undefined
  return {
    entries: sidebars.flatMap((sidebar) => readNavigation(sidebar)),
    bases: [...(source === undefined ? [] : [source]), ...pageFoldersIn(file.folder)],
  }
}

/** Returns all values of a key in a tree of data, outermost first, without searching inside the values found. */
function valuesOf(data: Data, key: string, depth = 0): readonly Data[] {
  if (depth > MAX_DEPTH) return []
  if (!isRecord(data)) return itemsOf(data).flatMap((item) => valuesOf(item, key, depth + 1))
  return Object.entries(data).flatMap(([name, value]) =>
    name === key && value !== undefined ? [value] : valuesOf(value, key, depth + 1),
  )
}
